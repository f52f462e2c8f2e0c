"""Solutions as a numpy array in a `.npy` file, of solutions x rows x columns.

On another lattice the axes after the first are its own. The numbers are those of `Solution.to_numpy`: 0 for a cell that
is blocked or stays empty, else 1 + the number of the placement. The type is `uint8`, or `uint16` if a solution has more
than 255 placements.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from io import BytesIO
from math import prod
from typing import TYPE_CHECKING, Any

from ..errors import not_loaded
from ..lattices.lattice import SQUARE, Cell, Cells, Lattice
from ..puzzle import Puzzle
from ..solutions.solution import Solution
from .common import MAX_BYTES, Decoder, Format, FormatError, Source, check_box, check_told, reading, within
from .picture import check_covered, from_corner

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT", "read_solutions", "write_solutions"]


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise not_loaded(error, "files of .npy need", "numpy") from None
    return numpy


def write_solutions(solutions: Iterable[Solution], puzzle: Puzzle) -> bytes:
    """Return solutions as a `.npy` file. Raises `FormatError` if cells do not tell the pieces."""
    numpy = _numpy()
    board = puzzle.board
    check_box(*board.sides)
    arrays = []
    for solution in solutions:
        check_told(solution, named=False)
        arrays.append(solution.to_numpy())
    # The zeros give the array the shape of the board if there are no solutions.
    stacked = numpy.stack([*arrays, numpy.zeros(board.sides, numpy.uint8)])[:-1]
    data = BytesIO()
    numpy.lib.format.write_array(data, numpy.ascontiguousarray(stacked), allow_pickle=False)
    return data.getvalue()


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Read the solutions of a `.npy` file. Raises `FormatError` for an array of another type or shape."""
    with reading(source) as file:
        tables = _array(file.data, puzzle.board.lattice.dimension if puzzle else 0)
        decoder = Decoder(puzzle, SQUARE if tables.ndim == 3 else _cubic())
        for number, table in enumerate(tables):
            with within(f"solution {number}"):
                is_whole = puzzle is not None and table.shape == puzzle.board.sides
                areas = _areas(table)
                yield decoder.solution(areas if is_whole else from_corner(areas))


def _cubic() -> Lattice:
    from ..lattices.known import CUBIC

    return CUBIC


def _areas(table: NDArray[Any]) -> list[Cells]:
    check_covered(int((table != 0).sum()))
    cells: dict[int, list[Cell]] = {}
    for cell in zip(*[axis.tolist() for axis in table.nonzero()], strict=True):
        cells.setdefault(int(table[cell]), []).append(cell)
    return [frozenset(area) for area in cells.values()]


def _array(data: bytes, dimension: int) -> NDArray[Any]:
    """Return the array in a file, for boards with `dimension` axes; 0 stands for 2 or 3.

    The size in the header is checked against the file before memory is taken for it.
    """
    numpy = _numpy()
    stream = BytesIO(data)
    readers = {(1, 0): numpy.lib.format.read_array_header_1_0, (2, 0): numpy.lib.format.read_array_header_2_0}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numpy warns of files written by Python 2
            version = numpy.lib.format.read_magic(stream)
            if version not in readers:
                raise FormatError(f"this is version {version[0]}.{version[1]} of the format; 1.0 and 2.0 can be read")
            shape, is_fortran, kind = readers[version](stream)
    except FormatError:
        raise
    except Exception as error:
        # The header is a Python literal. numpy does not document its errors for a broken one.
        raise FormatError(f"this is not a .npy file: {' '.join(str(error).split())[:100]}") from None
    if kind not in (numpy.uint8, numpy.dtype("<u2"), numpy.dtype(">u2")):
        raise FormatError(f"the array holds {kind}; uint8 and uint16 can be read")
    if len(shape) not in ((1 + dimension,) if dimension else (3, 4)):
        more = {0: "", 2: "solutions x rows x columns are three", 3: "solutions x layers x rows x columns are four"}
        raise FormatError(f"the array has {len(shape)} dimensions; {more[dimension] or f'{more[2]}, {more[3]}'}")
    if min(shape[1:]) < 1 or shape[0] < 0:
        raise FormatError(f"an array of {shape} has no cells")
    check_box(*shape[1:])
    size = prod(shape) * kind.itemsize
    if size > MAX_BYTES or len(data) - stream.tell() != size:
        raise FormatError(f"an array of {shape} has {size} bytes of data, but there are {len(data) - stream.tell()}")
    flat = numpy.frombuffer(data, kind, offset=stream.tell())
    return flat.reshape(shape, order="F" if is_fortran else "C")  # type: ignore[no-any-return]


FORMAT = Format(".npy", "numpy array", read_solutions=read_solutions, write_solutions=write_solutions)
