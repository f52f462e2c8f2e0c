"""`python -m benchmarks.plausibility`: count the nodes that the search would save by checking every node.

The search checks for plausibility only the roots of its cases, because the lookup tables already leave out most
placements that close off a dead region. This program follows the search node by node, and checks each board by its own
flood fill. All pieces have five cells, so a board is plausible if the size of each region is a multiple of five. It
takes half a minute.
"""

from __future__ import annotations

from pentomino import Puzzle

CORNERS = "#......#\n" + "........\n" * 6 + "#......#"
BOARDS = {name: name for name in ("3x20", "4x15", "5x12", "6x10", "8x8-hole")} | {"8x8 without its corners": CORNERS}


def is_plausible(empty: set[tuple[int, ...]]) -> bool:
    """Return whether the size of each region of the cells *empty* is a multiple of five. The set is emptied."""
    while empty:
        todo, size = [empty.pop()], 0
        while todo:
            row, column = todo.pop()
            size += 1
            near = empty & {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            todo += near
            empty -= near
        if size % 5:
            return False
    return True


def saved(puzzle: Puzzle) -> tuple[int, int]:
    """Return how many nodes a search has, and how many of them are below a node whose board is not plausible."""
    nodes = below = 0
    pieces, free, cut = (
        len(puzzle._demand),
        set(puzzle.uncovered_cells),
        0,
    )  # `cut`: pieces on the first implausible board, or 0
    for step in puzzle.steps():
        depth = len(step.placements)
        cut *= depth >= cut
        if step.is_back or depth == pieces:
            continue
        nodes += 1
        below += 0 < cut < depth
        if not cut and not is_plausible(free.difference(*(placement.cells for placement in step.placements))):
            cut = depth
    return nodes, below


if __name__ == "__main__":
    for name, board in BOARDS.items():
        number, below = saved(Puzzle(board))
        print(f"{name}: {below} of {number} nodes, {100 * below / number:.1f} %", flush=True)
