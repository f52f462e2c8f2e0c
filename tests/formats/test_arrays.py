"""Solutions as arrays of numpy."""

from __future__ import annotations

import io

import pytest

from pentomino import Puzzle
from pentomino.formats import FormatError, npy

numpy = pytest.importorskip("numpy")

SMALL = Puzzle("3x5", "PUV")


def array(value: object, kind: object = "uint8") -> bytes:
    stream = io.BytesIO()
    numpy.save(stream, numpy.asarray(value, kind))  # type: ignore[call-overload]
    return stream.getvalue()


def test_an_array_is_solutions_by_rows_by_columns() -> None:
    solutions = list(SMALL.solve_all(symmetry="all"))
    data = npy.write_solutions(solutions, SMALL)
    loaded = numpy.load(io.BytesIO(data))
    assert loaded.shape == (4, 3, 5)
    assert loaded.dtype == numpy.uint8
    assert (loaded[1] == solutions[1].to_numpy()).all()
    fortran = io.BytesIO()
    numpy.save(fortran, numpy.asfortranarray(loaded))
    assert list(npy.read_solutions(fortran.getvalue())) == solutions
    for kind in ("<u2", ">u2"):
        assert list(npy.read_solutions(array(loaded, kind))) == solutions
    many = Puzzle("16x20", "O1*")
    (solution,) = npy.read_solutions(npy.write_solutions(many.solve_all(), many), many)
    assert len(solution.placements) == 320


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "text: this is not a .npy file"),
        (b"\x93NUMPY\x01\x00\x02\x00{}", "this is not a .npy file"),
        (b"\x93NUMPY\x03\x00\x02\x00\x00\x00{}", "this is version 3.0 of the format; 1.0 and 2.0 can be read"),
        (array([[[1.5]]], float), "the array holds float64; uint8 and uint16 can be read"),
        (array([[1]]), "the array has 2 dimensions; solutions x rows x columns are three"),
        (array(numpy.zeros((3, 0, 4))), "an array of (3, 0, 4) has no cells"),
        (array(numpy.zeros((0, 2000, 2000))), "reaches over 2000x2000 cells"),
        (array([[[1]]])[:-1], "an array of (1, 1, 1) has 1 bytes of data, but there are 0"),
        (array([[[1]]]).replace(b"(1, 1, 1)", b"(9, 9, 9)"), "an array of (9, 9, 9) has 729 bytes of data, but there"),
        (array([[[1]]]).replace(b"(1, 1, 1), }  ", b"(-1, 1, 1), } "), "an array of (-1, 1, 1) has no cells"),
        (array([[[0]]]), "text: solution 0: there are no pieces"),
        (array([[[1]], [[0]]]), "text: solution 1: this is no solution of the puzzle"),
        (array([[[1, 0, 1]]]), "solution 0: polyomino: its 2 cells fall into 2 separate parts"),
        (numpy.array([None], dtype=object).dumps(), "this is not a .npy file"),
    ],
)
def test_what_is_wrong_in_an_array_is_said(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(npy.read_solutions(data))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_objects_in_an_array_are_not_unpickled() -> None:
    stream = io.BytesIO()
    numpy.save(stream, numpy.array([[["x"]]], dtype=object), allow_pickle=True)
    with pytest.raises(FormatError, match="the array holds object"):
        list(npy.read_solutions(stream.getvalue()))
