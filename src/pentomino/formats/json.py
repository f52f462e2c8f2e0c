"""Read and write puzzles and solutions as JSON. For the schema, see `docs/reference/formats.md`.

The reader does not trust files: it accepts only whole numbers of limited size. An error names the member that is wrong.
Exact covers (.dlx) and formulas (.cnf) contain the JSON of their puzzle in comments.
"""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import inf, prod
from types import NoneType
from typing import Any

from ..board import MAX_CELLS, Board
from ..boards import NamedBoard
from ..catalogue import DAYS, MONTHS, WEEKDAYS, drawn_board
from ..errors import FormatError
from ..files import part_of
from ..lattices.board_words import lattices
from ..lattices.lattice import SQUARE, Cell, Cells, Lattice, shift
from ..notation import numbered, read_cells
from ..pieces.piece_set import PieceSet
from ..pieces.polyform import Polyform, coloured_key
from ..pieces.sets import PieceCount, as_pieces
from ..placement import Placement, Restriction
from ..puzzle import Puzzle
from ..reason.hint import hints
from ..search.options import Seed
from ..solutions.features import Properties, chosen, properties
from ..solutions.solution import Solution
from ..value import Value
from ..wording import did_you_mean, joined
from .common import (
    SEVERAL_PARTS,
    STATEMENTS,
    Decoder,
    File,
    Format,
    Source,
    Together,
    check_box,
    check_identified,
    check_name,
    check_pieces,
    check_squares,
    chosen_part,
    naming,
    puzzle_of,
    quoted,
    reading,
    text_of,
    within,
)

VERSION, NEWEST = 1, 2
PUZZLE, SOLUTIONS, LEVELS = "pentomino-puzzle", "pentomino-solutions", "pentomino-levels"
CALENDAR = "pentomino-calendar"
_MEMBERS = {
    PUZZLE: "lattice board colours labels pieces reflections rotations placed restrict spare together",
    SOLUTIONS: "puzzle solutions",
    LEVELS: "levels",
    CALENDAR: "lattice title board months days weekdays pieces reflections",
}
_ENTRY = "name rows cells connected colours copies"  # the members of a piece
_KINDS = {dict: "an object", list: "a list", str: "a string", bool: "true or false", int: "a number", NoneType: "null"}
_MAX_NUMBER = 10**9  # the largest number in a file
_SYNONYMS = {
    **dict.fromkeys(("amount", "copy", "count", "max", "min", "n", "number", "quantity"), "copies"),
    **dict.fromkeys(("figures", "shapes"), "pieces"),
    **dict.fromkeys(("given", "placement", "placements"), "placed"),
    **dict.fromkeys(("flip", "flipping", "mirror", "mirroring", "turn_over"), "reflections"),
    **dict.fromkeys(("restriction", "restrictions"), "restrict"),
}
"""Wrong names of members that people may write, with the right names. `did_you_mean` finds only similar names."""


class Only(Value):
    """A predicate that allows a piece only on certain sets of cells."""

    __slots__ = _field_names = ("places",)
    places: frozenset[Cells]

    def __init__(self, places: Iterable[Cells]) -> None:
        self._set(places=frozenset(places))

    def __call__(self, placement: Placement) -> bool:
        """Return whether `places` holds the cells of `placement`."""
        return frozenset(placement.cells) in self.places


# ------------------------------------------------------------------------------------------------------ writing


def write_puzzle(puzzle: Puzzle, together: Together = ()) -> bytes:
    """Return a puzzle as a JSON document. Each piece has its own line."""
    return text_of([_laid_out(document(puzzle, together))])


def write_solutions(
    solutions: Iterable[Solution], puzzle: Puzzle, features: str = "", together: Together = ()
) -> bytes:
    """Return a puzzle and its solutions as a JSON document. Each solution has its own line."""
    stated = document(puzzle, together)
    head = {"format": SOLUTIONS, "version": stated["version"], "puzzle": stated}
    members = ",\n".join("  " + line for line in lines(solutions, puzzle, features))
    body = f"[\n{members}\n ]" if members else "[]"
    return text_of([f'{_laid_out(head)[:-2]},\n "solutions": {body}\n}}'])


def write_levels(puzzles: Iterable[Puzzle], seed: Seed = None) -> bytes:
    """Return a JSON document in which each puzzle is a level of a game. Each level has `seed`."""
    levels = [level(puzzle, seed) for puzzle in puzzles]
    return text_of([_laid_out({"format": LEVELS, "version": VERSION, "levels": levels})])


def level(puzzle: Puzzle, seed: Seed = None) -> dict[str, Any]:
    """Return a level of a game: a dictionary with seed, difficulty, puzzle, solution and hints."""
    steps = list(hints(puzzle))
    placed = [step.placement for step in steps if step.placement]
    difficulty, solution = puzzle.difficulty(), puzzle.replace(placed=[*puzzle.placed, *placed]).solve()
    return {
        "seed": seed,
        "difficulty": difficulty and difficulty.to_dict(),
        "puzzle": document(puzzle),
        "solution": solution and json.loads(solution.to_json()),
        "hints": [step.to_dict() for step in steps],
    }


def line(solution: Solution, features: str = "") -> str:
    """Return a solution as one line of JSON. `features` names properties to add."""
    plain = solution.to_json()
    return f"{plain[:-1]}, {json.dumps(properties(solution).to_dict(features))[1:]}" if features else plain


def lines(solutions: Iterable[Solution], puzzle: Puzzle, features: str = "") -> Iterator[str]:
    """Yield a line of JSON for each solution. Raises `FormatError` if readers could not identify a piece."""
    if features:
        chosen(features, puzzle.board.lattice)  # check the features even if there are no solutions
    for solution in solutions:
        check_identified(solution)
        yield line(solution, features)


def write_lines(solutions: Iterable[Solution], puzzle: Puzzle, features: str = "") -> bytes:
    """Return the contents of a file with a line of JSON for each solution."""
    return text_of(lines(solutions, puzzle, features))


def document(puzzle: Puzzle, together: Together = ()) -> dict[str, Any]:
    """Return a puzzle and the groups `together` as a dictionary that can be written as JSON."""
    more: dict[str, Any] = {}
    for key, pairs in (("colours", puzzle.board.colours), ("labels", puzzle.board.labels)):
        for cell, text in pairs:
            more.setdefault(key, {}).setdefault(text, []).append(list(cell))
    if puzzle.spare is not None:
        more["spare"] = puzzle.spare
    if not puzzle.rotations:
        more["rotations"] = False
    if groups := [sorted(group) for group in together]:
        more["together"] = groups
    are_new = (
        any(puzzle.names)
        or puzzle._piece_set.alike
        or STATEMENTS["colours of pieces"](puzzle)
        or STATEMENTS[SEVERAL_PARTS](puzzle)
    )
    return {
        "format": PUZZLE,
        "version": NEWEST if more or are_new else VERSION,  # because a reader of version 1 ignores new members
        **_lattice(puzzle.board.lattice),
        "board": _board(puzzle.board),
        **more,
        "pieces": [
            {**_entry(count), **({"named": list(map(_entry, names))} if names else {})}
            for count, names in zip(puzzle.pieces, puzzle.names, strict=True)
        ],
        "reflections": puzzle.reflections,
        "placed": [_placed(puzzle, placement) for placement in puzzle.placed],
        "restrict": [_rule(puzzle, number) for number in dict.fromkeys(n for n, _ in puzzle.restrict)],
    }


def _entry(count: PieceCount) -> dict[str, Any]:
    piece, least, most = count
    colours = {"colours": list(piece.colours)} if piece.colours else {}
    copies = least if least == most else [least, most]
    return {"name": check_name(piece.name), **_shape(piece._with(colours=())), **colours, "copies": copies}


def comment(puzzle: Puzzle, mark: str, together: Together = ()) -> list[str]:
    """Return the JSON of a puzzle as lines for a comment in another format. `mark` begins each line."""
    text = json.dumps(document(puzzle, together), separators=(",", ":"))
    return [f"{mark} puzzle: {text[i : i + 1000]}" for i in range(0, len(text), 1000)]


def _laid_out(value: dict[str, Any]) -> str:
    # one line for each member, and one line for each object in a list
    parts = []
    for key, member in value.items():
        if isinstance(member, list) and member and isinstance(member[0], dict):
            text = "[\n  " + ",\n  ".join(map(json.dumps, member)) + "\n ]"
        else:
            text = json.dumps(member)
        parts.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _cells(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]


def _lattice(lattice: Lattice) -> dict[str, str]:
    if lattice.flat == SQUARE:
        return {}
    if lattices().get(lattice.name) != lattice:
        raise FormatError(f"a .json file cannot hold the {lattice.name} lattice, only {', '.join(lattices())}")
    return {"lattice": lattice.name}


def _shape(piece: Polyform) -> dict[str, Any]:
    if not piece.is_connected:
        return {"cells": _cells(piece.cells), "connected": False}
    return {"rows": str(piece).split("\n")} if piece.lattice == SQUARE else {"cells": _cells(piece.cells)}


def _board(board: Board) -> list[str] | dict[str, Any]:
    low, sides = board.bounds
    check_box(*sides)
    # A picture begins at (0, 0), and its colours are a separate member. If the board fills little of its box, the rows
    # would be longer than a list of its cells.
    if board.lattice == SQUARE and not any(low) and 0 < prod(sides) <= 8 * board.area + 64:
        return str(board._with(colours=())).split("\n")
    members: dict[str, Any] = {"cells": _cells(board.cells)}
    if board.optional:
        members["optional"] = _cells(board.optional)
    if board.lattice.periods:
        members["wrap"] = [*board.lattice.periods]
    return members


def _placed(puzzle: Puzzle, placement: Placement) -> list[list[int]] | dict[str, Any]:
    cells, number = _cells(placement.cells), puzzle._owner(placement)
    if puzzle.names[number]:
        return {"piece": number, "name": placement.piece.name, "cells": cells}
    return cells if puzzle._piece_set.is_told_by_cells else {"piece": number, "cells": cells}


def _rule(puzzle: Puzzle, number: int) -> dict[str, Any]:
    if puzzle._predicates(number):
        places = sorted(placement.cells for placement in puzzle.placements_of(number))
        return {"piece": number, "places": [_cells(place) for place in places]}
    rules = [rule for n, rule in puzzle.restrict if n == number and isinstance(rule, frozenset)]
    return {"piece": number, "orientations": sorted(frozenset.intersection(*rules))}


# ------------------------------------------------------------------------------------------------------ reading


def holds_solutions(file: File) -> bool:
    """Return whether a document has solutions rather than only a puzzle."""
    return SOLUTIONS.encode() in file.data[:4096] or _is_of_lines(file)


def read_puzzle(source: Source) -> Puzzle:
    """Read the puzzle of a JSON document, which may also contain solutions."""
    with reading(source) as file:
        return _puzzle_from(_stated(file))


def read_together(source: Source, mark: str = "") -> list[list[str]]:
    """Return the groups of pieces in a document or, with `mark`, in comments that begin with `mark`."""
    with reading(source) as file:
        value = _commented(file.text, mark) if mark else None if _is_of_lines(file) else _stated(file)
        if not isinstance(value, dict) or "together" not in value:
            return []
        _puzzle_from(value)  # this checks the groups
        return [list(group) for group in value["together"]]


def _stated(file: File) -> Any:
    # the name of the file selects one of several levels
    puzzles = _all_stated(file)
    return puzzles[chosen_part(file, [""] * len(puzzles), "puzzle")]


def part_names(file: File) -> list[str]:
    """Return an empty name for each puzzle in a document. Only files of levels have several puzzles."""
    return [""] * len(_all_stated(file))


def _all_stated(file: File) -> list[Any]:
    value = _parsed(file.text)
    kind = value.get("format") if isinstance(value, dict) else None
    if kind == LEVELS:
        levels = _document(value, LEVELS).objects("levels", "seed difficulty puzzle solution hints")
        return [level.get("puzzle", dict) for level in levels]
    return [_document(value, SOLUTIONS).get("puzzle", dict) if kind == SOLUTIONS else value]


def read_solutions(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Yield the solutions in a JSON document, or in the lines that `pentomino solve --json` prints."""
    with reading(source) as file:
        if _is_of_lines(file):
            yield from read_lines(file, puzzle)
            return
        document = _document(_parsed(file.text), SOLUTIONS)
        stated = _puzzle_from(document.get("puzzle", dict))
        decoder = Decoder(puzzle or stated)
        for where, item in document.elements("solutions"):
            yield _solution(item, where, decoder)


def read_lines(source: Source, puzzle: Puzzle | None = None) -> Iterator[Solution]:
    """Yield the solutions in lines of JSON."""
    with reading(source) as file:
        decoder = Decoder(puzzle)
        for number, row in numbered(file.text):
            if row.strip():
                with naming("", number):
                    yield _solution(_parsed(row, number), "the solution", decoder)


def _is_of_lines(file: File) -> bool:
    return file.data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b'{"grid"', b'{"placements"'))


def _solution(item: object, where: str, decoder: Decoder) -> Solution:
    areas, names, puzzle = [], [], decoder.given
    solution = _Object(item, where, "lattice grid placements")
    lattice_name = solution.get("lattice", str, default=SQUARE.name)
    lattice = puzzle.board.lattice if puzzle else _read_lattice(lattice_name)
    decoder.check_lattice(lattice_name)
    for place in solution.objects("placements", "piece cells"):
        names.append(check_name(place.get("piece", str)))
        areas.append(_read_cells(place.get("cells", list), place.where, lattice))
    low, _ = puzzle.board.bounds if puzzle else lattice.bounds([cell for area in areas for cell in area])
    with within(where):
        decoder.puzzle = decoder.puzzle or puzzle_of(areas, names, lattice)
        return decoder.solution([frozenset(shift(area, *[-n for n in low])) for area in areas], names)


def solution_in(placements: str, lattice: str, decoder: Decoder) -> Solution:
    """Return the solution with these placements, a JSON text. `lattice` is the name of the lattice."""
    with within("the placements"):
        item = {"placements": _parsed(placements), "lattice": lattice}
    return _solution(item, "the solution", decoder)


def puzzle_in(text: str, mark: str) -> Puzzle | None:
    """Return the puzzle in comments that begin with `mark`. Return None if there are no such comments."""
    with within("the puzzle in the comments"):
        value = _commented(text, mark)
        return None if value is None else _puzzle_from(value)


def _commented(text: str, mark: str) -> Any:
    start = f"{mark} puzzle: "
    document = "".join(line.removeprefix(start) for _, line in numbered(text) if line.startswith(start))
    return _parsed(document) if document else None


def read_commented(source: Source, mark: str) -> Puzzle:
    """Return the puzzle in comments that begin with `mark`. Raises `FormatError` if they are missing."""
    with reading(source) as file:
        if puzzle := puzzle_in(file.text, mark):
            return puzzle
        raise FormatError(f"there is no puzzle in the comments; pentomino writes it after '{mark} puzzle: '")


def _puzzle_from(value: object) -> Puzzle:
    document = _document(value, PUZZLE)
    lattice = _read_lattice(document.get("lattice", str, default=SQUARE.name))
    board = _read_board(document.get("board", list, dict), lattice)
    entries = document.get("pieces", list)
    pieces, names = [], []
    drawn = 0
    for where, entry in document.elements("pieces"):
        check_pieces(len(entries), drawn)
        members = _Object(entry, where, f"{_ENTRY} named")
        pieces.append(_read_piece(members, lattice))
        names.append(some := tuple([_read_piece(named, lattice) for named in members.objects("named", _ENTRY, [])]))
        drawn += pieces[-1].piece.size * (1 + len(some))
    if not pieces:
        as_pieces({}, lattice)  # raise the error about missing pieces
    reflections = document.get("reflections", bool, default=True)
    rotations = document.get("rotations", bool, default=True)
    # Equal pieces are not merged, as merging would change the piece numbers used below.
    stated: Any = PieceSet(pieces, reflections, board.lattice, names, rotations)
    if stated.alike and document.members["version"] == VERSION:
        raise FormatError("two pieces have the same shape; list it once, with the sum of their copies")
    if len({piece for piece, _, _ in pieces}) < len(pieces):
        raise FormatError("two pieces have the same shape and name; list them once, with the sum of their copies")
    for number, ((piece, least, most), some) in enumerate(zip(pieces, names, strict=True)):
        shapes = {coloured_key(named, reflections, rotations) for named in (piece, *(named.piece for named in some))}
        room = sum(inf if named.most is None else named.most for named in some)
        is_met = sum(named.least for named in some) <= least and room >= (inf if most is None else most)
        if some and (len(shapes) > 1 or not is_met):
            raise FormatError(f"pieces in 'named' of pieces[{number}] must have its shape and together its copies")
    for key, marked in (("colours", Board.coloured), ("labels", Board.labelled)):
        by_text = document.get(key, dict, default={})
        pairs = [(cell, text) for text, some in by_text.items() for cell in _read_cells(some, f"{key}.{text}", lattice)]
        if len(dict(pairs)) < len(pairs):
            raise FormatError(f"{key!r} must have one string for each cell, got two for one cell")
        board = marked(board, dict(pairs))
    spare = document.get("spare", int, NoneType)
    piece_names = {named.name for number in range(len(stated.counts)) for named in stated.entries(number)} - {""}
    for where, group in document.elements("together", []):
        if not isinstance(group, list) or not all(isinstance(name, str) and name in piece_names for name in group):
            raise FormatError(f"{where} must be a list of piece names")
    placed = document.elements("placed", [])
    restrict = [_read_rule(rule, stated) for rule in document.objects("restrict", "piece orientations places", [])]
    if len(dict(restrict)) < len(restrict):
        raise FormatError("two of the rules in 'restrict' are for the same piece; merge them")
    turns = {"reflections": reflections, "rotations": rotations}
    plain = Puzzle(board, stated, **turns, spare=spare)
    given = [_given(plain, place, where) for where, place in placed]
    puzzle = Puzzle(board, stated, **turns, placed=given, spare=spare) if given else plain
    return puzzle._restricted(restrict)


def _document(value: object, kind: str) -> _Object:
    if (found := value.get("format") if isinstance(value, dict) else value) != kind:
        raise FormatError(f"'format' must be {kind!r}, got {found!r:.40}")
    document = _Object(value, "", f"format version {_MEMBERS[kind]}")
    version = document.get("version", int)
    if version not in (VERSION, NEWEST):
        raise FormatError(f"'version' must be {VERSION} or {NEWEST}, got {version}")
    return document


def _read_lattice(name: str) -> Lattice:
    if name.startswith("wrapped "):
        raise FormatError("solutions of a wrapped board can be read only with their puzzle")
    if name not in lattices():
        raise FormatError(f"the lattice must be {joined(list(lattices()), 'or')}, got {quoted(name)}")
    return lattices()[name]


def _read_cells(value: object, where: str, lattice: Lattice) -> Cells:
    if not isinstance(value, list):
        raise FormatError(f"the cells of {where} must be a list, got {_KINDS[type(value)]}")
    if not 0 < len(value) <= MAX_CELLS:
        raise FormatError(f"{where} must have 1 to {MAX_CELLS} cells, got {len(value)}")
    cells: set[Cell] = set()
    for cell in value:
        if not (isinstance(cell, list) and [type(number) for number in cell] == [int] * lattice.dimension):
            wanted = f"[{', '.join(lattice.axes)}] of whole numbers"
            raise FormatError(f"{where}: a cell must be {wanted}, got {json.dumps(cell)[:40]}")
        cells.add(tuple(cell))
    if len(cells) < len(value):
        raise FormatError(f"{where} has the cell {list(Counter(map(tuple, value)).most_common(1)[0][0])} twice")
    return frozenset(cells)


def _read_board(value: list[Any] | dict[str, Any], lattice: Lattice) -> Board:
    optional: Iterable[Cell] = ()
    if isinstance(value, dict):
        members = _Object(value, "board", "cells optional wrap")
        some = members.get("cells", list)
        cells = _read_cells(some, "board", lattice) if some else frozenset()
        if some := members.get("optional", list, default=[]):
            optional = _read_cells(some, "'optional' of board", lattice)
        if "wrap" in value:
            check_squares(lattice, "'wrap' is for")
            wrap = members.get("wrap", list)
            if len(wrap) != 2 or not all(period is None or (type(period) is int and period > 0) for period in wrap):
                raise FormatError("'wrap' of board must be [rows, columns], each a period of at least 1 or null")
            check_box(*[period or 1 for period in wrap])
            lattice = SQUARE.wrapped(*wrap)
    else:
        check_squares(lattice, "rows are for")
        with within("board"), naming(""):
            marks = read_cells(value, ".+#".__contains__, "draw rows with '.', '+' and '#'").marks
        optional = [cell for cell, mark in marks.items() if mark == "+"]
        cells = frozenset(cell for cell, mark in marks.items() if mark != "#")
    check_box(*lattice.bounds(cells.union(optional))[1])
    return Board(cells, lattice, optional=optional)


def _read_piece(entry: _Object, lattice: Lattice) -> PieceCount:
    name = check_name(entry.get("name", str, default=""))
    if entry.has("cells", "rows"):
        is_whole = entry.get("connected", bool, default=True)
        piece = Polyform(_read_cells(entry.get("cells", list), entry.where, lattice), name, lattice, connected=is_whole)
    else:
        check_squares(lattice, f"{entry.where}: rows are for")
        rows = entry.get("rows", list)
        check_pieces(1, sum(map(len, map(str, rows))))
        with within(entry.where), naming(""):
            piece = Polyform.parse(rows, name)
    if colours := entry.get("colours", list, default=[]):
        if [type(text) for text in colours] != [str] * piece.size:
            raise FormatError(f"'colours' of {entry.where} must be a list of {piece.size} strings, one for each cell")
        piece = piece.coloured(dict(zip(piece.cells, colours, strict=True)))
    copies = entry.get("copies", int, list, default=1)
    if isinstance(copies, int):
        copies = [copies, copies]
    if not (len(copies) == 2 and type(copies[0]) is int and type(copies[1]) in (int, NoneType)):
        raise FormatError(f"'copies' of {entry.where} must be a number or [least, most], with null for no maximum")
    return as_pieces({piece: (copies[0], copies[1])}, lattice)[0]  # this checks the copies


def _given(puzzle: Puzzle, value: object, where: str) -> Placement:
    number: str | int = ""
    called = None
    if isinstance(value, dict):
        members = _Object(value, where, "piece name cells")
        number = _number(members, len(puzzle.pieces))
        called = members.get("name", str, NoneType)
        value = members.get("cells", list)
    cells = _read_cells(value, where, puzzle.board.lattice)
    low, _ = puzzle.board.bounds
    with within(where):
        placement = Decoder(puzzle).placement(frozenset(shift(cells, *[-n for n in low])), number)
        owner = puzzle._owner(placement)
        if number != owner and (number != "" or owner in puzzle._piece_set.alike):
            raise FormatError('this must be {"piece": index, "cells": [...]}, with the index of a piece of this shape')
        if called is None:
            return placement
        if not (named := [entry for entry in puzzle._piece_set.entries(owner) if entry.name == called]):
            raise FormatError(f"'name' must be a name of piece {number}, got {quoted(called)}")
        return puzzle._placement(named[0], placement.cells)


def _number(members: _Object, pieces: int) -> int:
    number: int = members.get("piece", int)
    if not 0 <= number < pieces:
        raise FormatError(f"'piece' of {members.where} must be from 0 to {pieces - 1}, got {number}")
    return number


def _read_rule(rule: _Object, pieces: PieceSet) -> Restriction:
    number = _number(rule, len(pieces.counts))
    piece = pieces.counts[number].piece
    if rule.has("places", "orientations"):
        return number, Only(_read_cells(place, where, piece.lattice) for where, place in rule.elements("places"))
    orientations = rule.get("orientations", list)
    if not all(type(orientation) is int for orientation in orientations):
        raise FormatError(f"'orientations' of {rule.where} must be whole numbers")
    return number, frozenset([pieces.orientation(number, piece, i) for i in orientations])


def read_calendar(source: Source) -> NamedBoard:
    """Return the calendar in a file: a board labelled with months, days and perhaps weekdays.

    `calendar.puzzle` and `calendar.count_year` accept it. Raises `FormatError` for a file that cannot be read.

    >>> rows = [" ".join(MONTHS), " ".join(DAYS)]
    >>> read_calendar(json.dumps({"format": CALENDAR, "version": 1, "board": rows, "pieces": "I2*"}))
    <NamedBoard text: text>
    """
    with reading(source) as file:
        document = _document(_parsed(file.text), CALENDAR)
        check_squares(_read_lattice(document.get("lattice", str, default=SQUARE.name)), "a calendar can have")
        name, rows = part_of(file.name)[0], document.labels("board")
        check_box(len(rows), max(map(len, rows), default=0))
        words = [check_name(word) for row in rows for word in row.split() if word not in ("#", ".")]
        if twice := [word for word, number in Counter(map(str.casefold, words)).items() if number > 1]:
            raise FormatError(f"cells of 'board' share the label {quoted(twice[0])}; '.' means no label")
        groups = []
        for key, usual in (("months", MONTHS), ("days", DAYS), ("weekdays", WEEKDAYS)):
            if key in document.members or usual != WEEKDAYS or usual[0] in words:
                group = tuple(document.labels(key, usual))
                if len(group) != len(usual):
                    raise FormatError(f"{key!r} must have {len(usual)} labels, got {len(group)}")
                if missing := [label for label in group if label not in words]:
                    raise FormatError(f"no cell of 'board' has the label {quoted(missing[0])} of {key!r}")
                groups.append(group)
        if twice := [label for label, n in Counter(label for group in groups for label in group).items() if n > 1]:
            raise FormatError(f"the label {quoted(twice[0])} is used for two of the months, days and weekdays")
        pieces = document.get("pieces", str, list)
        if isinstance(pieces, list):
            entries = document.objects("pieces", _ENTRY)
            pieces = {count.piece: count[1:] for count in [_read_piece(entry, SQUARE) for entry in entries]}
        if wrong := [count.piece for count in as_pieces(pieces) if count.piece.lattice != SQUARE]:
            raise FormatError(f"calendar pieces must be polyominoes, got {wrong[0].lattice.name} {wrong[0].name!r}")
        title = check_name(document.get("title", str, default=name))
        drawn = drawn_board(name, title, "\n".join(rows), pieces, groups=tuple(groups))
        calendar = NamedBoard(*drawn)._replace(reflections=document.get("reflections", bool, NoneType))
        calendar.puzzle(*[group[0] for group in groups])  # check the calendar here, so that errors name the file
        return calendar


# ------------------------------------------------------------------------------------------------ checked members


def _parsed(text: str, line: int = 1) -> Any:
    try:
        hooks: dict[str, Any] = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), _whole)
        return json.loads(text, object_pairs_hook=_unique, **hooks)
    except json.JSONDecodeError as error:
        raise FormatError(f"invalid JSON: {error.msg}", error.lineno + line - 1, error.colno) from None
    except RecursionError:
        raise FormatError("this JSON is nested too deeply") from None


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    unique: dict[str, Any] = {}
    for key, value in members:
        if key in unique:
            raise FormatError(f"an object has the member {quoted(key)} twice; remove one")
        unique[key] = value
    return unique


def _whole(text: str) -> int:
    if not text.removeprefix("-").isdigit():
        raise FormatError(f"numbers must be whole numbers, got {quoted(text)}")
    if len(text) > 10 or abs(int(text)) > _MAX_NUMBER:
        raise FormatError(f"numbers must be from -{_MAX_NUMBER} to {_MAX_NUMBER}, got {quoted(text)}")
    return int(text)


class _Object:
    """A JSON object with methods that check its members.

    `where` is its name in error messages, or "" for the whole document. `known` lists the possible names of members. An
    unknown name that is similar to a known name causes an error. Any other unknown name causes a warning.
    """

    def __init__(self, value: object, where: str, allowed: str) -> None:
        if not isinstance(value, dict):
            raise FormatError(f"{where} must be an object, got {_KINDS[type(value)]}")
        self.members = value
        self.where = where
        names = allowed.split()
        for key in [key for key in value if key not in names]:
            other = _SYNONYMS.get(key.casefold())
            hint = f"did you mean {other}?" if other in names else did_you_mean(key, names)
            if hint:
                raise FormatError(f"unknown member {quoted(key)} of {where or 'the document'}: {hint}")
            if "grid" not in allowed or not hasattr(Properties, key):  # solutions may have properties
                warnings.warn(f"the member {quoted(key)} is unknown and ignored", stacklevel=2)

    def get(self, key: str, *kinds: type, default: Any = None) -> Any:
        member = self.members.get(key, default)
        if type(member) in kinds:  # isinstance would treat true as a number
            return member
        wanted = joined([_KINDS[kind] for kind in kinds], "or")
        fault = f"must be {wanted}, got {_KINDS[type(member)]}" if key in self.members else "is missing"
        raise FormatError(f"{key!r} of {self.where or 'the document'} {fault}")

    def has(self, key: str, other: str) -> bool:
        """Return whether the object has the member `key`. Raise `FormatError` if it has the member `other`, too."""
        if key in self.members and other in self.members:
            raise FormatError(f"{self.where} has both {key!r} and {other!r}; remove one")
        return key in self.members

    def labels(self, key: str, default: Sequence[str] = ()) -> list[str]:
        labels = []
        for where, label in self.elements(key, [*default] or None):
            if type(label) not in (str, int):
                raise FormatError(f"{where} must be a string such as 'Jan' or 'Jan Feb # .', got {_KINDS[type(label)]}")
            labels.append(str(label))
        return labels

    def elements(self, key: str, default: list[object] | None = None) -> Iterator[tuple[str, object]]:
        # pairs (name for errors, such as `pieces[0]`, value)
        name = f"{self.where}.{key}" if self.where else key
        return ((f"{name}[{i}]", element) for i, element in enumerate(self.get(key, list, default=default)))

    def objects(self, key: str, allowed: str, default: list[object] | None = None) -> Iterator[_Object]:
        return (_Object(element, where, allowed) for where, element in self.elements(key, default))


FORMAT = Format(
    ".json",
    "JSON",
    read_puzzle,
    write_puzzle,
    read_solutions,
    write_solutions,
    holds_solutions,
    has_features=True,
    part_names=part_names,
    read_together=read_together,
)

LINES = Format(
    ".jsonl",
    "JSON, one solution on each line",
    read_solutions=read_lines,
    write_solutions=write_lines,
    lines=lines,
    has_features=True,
)
