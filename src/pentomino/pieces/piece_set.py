"""`PieceSet`: the pieces of a puzzle with their numbers and orientations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from ..lattices.lattice import Cell, Lattice, Motion, shift
from ..wording import counted, joined
from .letters import symbol_of
from .polyform import Polyform, coloured_key, colourings
from .sets import Names, PieceCount, pieces_of

if TYPE_CHECKING:
    from ..lattices.wrapping import Standard


class PieceSet:
    """The pieces of a puzzle, numbered from 0, with their copies and orientations on a lattice.

    - `names`: the `Names` of each piece.
    - `alike`: a mapping from the number of a piece to the numbers of all pieces of its shape, if there are several.
    - `shapes`: a mapping from the cells of each orientation to (number of the piece, index of the orientation). Pieces
      in `alike` are moved, so that their cells differ: the first is at the origin, the second a row above, and so on.
    - `is_told_by_cells`: False if cells do not determine the piece, because several pieces have the same shape or the
      board is wrapped. Methods that look up cells then need the argument `piece`: a piece of the set, or one with the
      same name or the same shape.
    """

    def __init__(
        self,
        counts: Sequence[PieceCount],
        reflections: bool,
        lattice: Lattice,
        names: Sequence[Names] = (),
        rotations: bool = True,
    ) -> None:
        self.counts = tuple(counts)
        self.names = tuple(names) or ((),) * len(self.counts)
        self._lattice = lattice
        self._turns = reflections, rotations
        alike: dict[Polyform, list[int]] = {}
        for number, count in enumerate(self.counts):
            alike.setdefault(count.piece.canonical(*self._turns), []).append(number)
        self._ranks = {number: rank for numbers in alike.values() for rank, number in enumerate(numbers) if rank}
        self.alike = {number: numbers for numbers in alike.values() if len(numbers) > 1 for number in numbers}
        self.is_told_by_cells = not self.alike and not lattice.periods
        self._known: dict[tuple[object, Polyform | None], tuple[int, int] | tuple[None, int]] = {}
        self.shapes = {
            self.own(turned.cells, number): (number, i)
            for number, (piece, _, _) in enumerate(self.counts)
            for i, turned in enumerate(piece.orientations(*self._turns))
        }

    def own(self, cells: tuple[Cell, ...], number: int) -> tuple[Cell, ...]:
        """Return `cells`, an orientation of piece `number`, moved as in `shapes`."""
        if number not in self._ranks:
            return cells
        up = self._ranks[number] * len(self._lattice.vectors)  # this number of steps keeps the kinds of cells
        return tuple(shift(cells, -up, *(0,) * (self._lattice.dimension - 1)))

    def merged(self, told: Sequence[object] = ()) -> tuple[PieceSet, list[int]]:
        """Return a set in which pieces of equal shape and colours are merged, and a list of numbers.

        For each new piece, the list has the number of the first old piece that may have copies. Numbers of copies are
        added. `told` has a value for each piece. Pieces with different values are not merged.
        """
        groups: dict[object, list[int]] = {}
        for number, count in enumerate(self.counts):
            key = coloured_key(count.piece, *self._turns), told[number] if told else None
            groups.setdefault(key, []).append(number)
        counts, names, firsts = [], [], []
        for numbers in groups.values():
            firsts.append(next((number for number in numbers if self.counts[number].most != 0), numbers[0]))
            some = tuple([self.counts[number] for number in numbers])
            most = None if any(count.most is None for count in some) else sum(count.most or 0 for count in some)
            piece = self.counts[firsts[-1]].piece
            counts.append(PieceCount(piece, sum(count.least for count in some), most))
            names.append(some if len({count.piece.name for count in some}) > 1 else ())
        reflections, rotations = self._turns
        return PieceSet(counts, reflections, self._lattice, names, rotations), firsts

    def entries(self, number: int) -> list[Polyform]:
        """Return one polyform for each name of piece `number`."""
        return [count.piece for count in self.names[number] or (self.counts[number],)]

    def __str__(self) -> str:
        names = [piece.name or "(without a name)" for piece, _, _ in self.counts]
        return " ".join(names[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")

    def shape_of(self, cells: Collection[Cell], piece: Polyform | None = None) -> tuple[int, int] | tuple[None, int]:
        """Return the number and the orientation of the piece with this shape, or (None, 0) if no piece has it."""
        form = self._lattice.normalise(cells)
        if self.is_told_by_cells:
            return self.shapes.get(form, (None, 0))
        if (form, piece) not in self._known:
            self._known[form, piece] = next(iter(self._meant(form, piece)), (None, 0))
        return self._known[form, piece]

    def told(self, cells: Collection[Cell], piece: Polyform | str | None) -> int | None:
        """Return the number of the piece with the shape of `cells`, or None if no piece has this shape.

        If several pieces have the shape, `piece` selects one of them. `piece` is a piece, or the letter of its name.
        Raises `PuzzleError` if several pieces are left.
        """
        form = self._lattice.normalise(cells)
        found = [number for number, _ in self._meant(form, None if isinstance(piece, str) else piece)]
        if isinstance(piece, str):
            found = [n for n in found if any(symbol_of(one.name) == piece for one in self.entries(n))] or found
        if len(found) > 1:
            names = joined([one.name or repr(one) for n in found for one in self.entries(n)], "or")
            where = f"the {counted(len(cells), 'cell')} at {min(cells)}"
            raise PuzzleError(f"{where} could be {names}, which have the same shape: write Placement(piece, cells)")
        return found[0] if found else None

    def _meant(self, form: tuple[Cell, ...], piece: Polyform | None) -> list[tuple[int, int]]:
        """Return (number, orientation) for each piece with the cells `form` that fits `piece` best."""
        pairs = self._by_form.get(form, [])
        if piece is None or len(pairs) < 2:
            return pairs
        numbers = self._like(piece, [number for number, _ in pairs])
        return [pair for pair in pairs if pair[0] in numbers]

    def _like(self, piece: Polyform, numbers: list[int]) -> list[int]:
        """Return those of `numbers` that fit `piece` best: first by shape, then by colours, then by name."""
        key = coloured_key(piece, *self._turns)
        for fits in (
            lambda n: self.counts[n].piece.canonical(*self._turns).cells == key[0],
            lambda n: piece.colours and coloured_key(self.counts[n].piece, *self._turns) == key,
            lambda n: piece.name in [entry.name for entry in self.entries(n)],
            lambda n: piece in self.entries(n),
        ):
            numbers = list(filter(fits, numbers)) or numbers
        return numbers

    def kind(self, number: int) -> object:
        """Return a key for piece `number`. Equal pieces of different sets have equal keys."""
        piece = self.counts[number].piece
        return coloured_key(piece, *self._turns), number in self.alike and piece.name

    @cached_property
    def mirror_images(self) -> tuple[int | None, ...]:
        """For each piece, the number of its mirror image, as `images` returns it."""
        return self.images(self._lattice.mirror)

    def images(self, motion: Motion, live: Sequence[Collection[object]] | None = None) -> tuple[int | None, ...]:
        """Return, for each piece, the number of the piece to which `motion` maps it.

        The number is None if no piece has the mapped orientations, or if several other pieces have them. If `live` is
        given, it contains, for each piece, the normalised cells of the orientations that count.
        """

        def ways(number: int, motion: Motion) -> object:
            # pairs (cells, colours) of the orientations after `motion`
            every, back = colourings(self.counts[number].piece, *self._turns, motion), motion.inverse
            kept = [cells for cells in every if live is None or self._lattice.turned(cells, back) in live[number]]
            return frozenset([(cells, colours) for cells in kept for colours in every[cells]])

        having: dict[object, list[int]] = {}
        for number in range(len(self.counts)):
            having.setdefault(ways(number, self._lattice.motions(0)), []).append(number)
        candidates = [having.get(ways(number, motion), []) for number in range(len(self.counts))]
        return tuple([n if n in some else some[0] if len(some) == 1 else None for n, some in enumerate(candidates)])

    @cached_property
    def standards(self) -> list[Standard]:
        """For each piece, the `Standard` that represents its placements on a wrapped board."""
        from ..lattices.wrapping import Standard

        orientations = [piece.orientations(*self._turns) for piece, _, _ in self.counts]
        return [Standard(self._lattice, [self.own(one.cells, n) for one in of]) for n, of in enumerate(orientations)]

    def stands(self, number: int, turned: Polyform) -> bool:
        """Return whether `turned` represents placements of piece `number` on a wrapped board."""
        form = self._lattice.normalise(turned.cells)
        return self.shapes[self.own(turned.cells, number)] == (number, self.standards[number].orientations.get(form))

    @cached_property
    def _by_form(self) -> dict[tuple[Cell, ...], list[tuple[int, int]]]:
        by_form: dict[tuple[Cell, ...], list[tuple[int, int]]] = {}
        if self._lattice.periods:
            for number, standard in enumerate(self.standards):
                for form, i in standard.orientations.items():
                    by_form.setdefault(form, []).append((number, i))
        else:
            for shape, pair in self.shapes.items():
                form = self._lattice.normalise(shape) if pair[0] in self._ranks else shape
                by_form.setdefault(form, []).append(pair)
        return by_form

    def called(self, number: int, used: int, given: Iterable[str]) -> list[Polyform]:
        """Return the copies of piece `number` that are not given. Each is a polyform with one of the names.

        `used` is the number of copies in a solution. `given` holds the names of the given copies.
        """
        left, copies = Counter(given), []
        rest = used - sum(max(count.least, left[count.piece.name]) for count in self.names[number])
        for piece, least, most in self.names[number]:
            least = max(least, left[piece.name])
            more = max(0, rest if most is None else min(rest, most - least))
            rest -= more
            copies += [piece] * (least + more - left[piece.name])
        return copies

    def meant_by(self, key: object, where: str = "") -> list[tuple[int, Polyform]]:
        """Return (number, polyform) for each piece that `key` selects. `key` is a name or a polyform."""
        named = [(n, entry) for n in range(len(self.counts)) for entry in self.entries(n) if entry.name == key]
        if named:
            return list(dict(named).items())
        selected: list[tuple[int, Polyform]] = []
        for shape in pieces_of(key, self._lattice.flat, where):
            self._lattice._check_same(shape.lattice, f"{where}{shape.name or shape!r}")
            if shape.cells not in self.shapes:
                raise PuzzleError(f"{where}{shape.name or shape!r} is not a piece of the set; the set is {self}")
            number = self.shapes[shape.cells][0]
            selected += [(n, shape) for n in self._like(shape, self.alike.get(number, [number]))]
        return selected

    def orientation(self, number: int, piece: Polyform, i: int) -> int:
        """Convert the index of an orientation of `piece` to the index of the same orientation of piece `number`."""
        # Without reflections, the later half of a chiral piece's orientations belongs to its mirror twin.
        shapes = [turned.cells for turned in piece.orientations()]
        pairs = [(cells, self.shapes.get(self.own(cells, number))) for cells in shapes]
        possible = [(cells, pair[1]) for cells, pair in pairs if pair and pair[0] == number]
        if not 0 <= i < len(possible):
            last = len(possible) - 1
            raise PuzzleError(f"restrict: orientations of {piece.name or piece!r} must be from 0 to {last}, got {i}")
        cells, orientation = possible[i]
        if self._lattice.periods:
            return self.standards[number].orientations.get(self._lattice.normalise(cells), orientation)
        return orientation
