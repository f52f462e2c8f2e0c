"""How solutions are taken apart, in files of BurrTools: its coordinates, and what is no way to take them apart."""

from __future__ import annotations

import pytest

from pentomino import Move, Puzzle
from pentomino.formats import FormatError, xmpuzzle

WHOLE = "<dx>0 1 0</dx><dy>0 0 0</dy><dz>0 0 2</dz>"
FIRST = f"<state>{WHOLE}</state><state><dx>0 1 0</dx><dy>0 0 0</dy><dz>0 0 20002</dz></state>"
SECOND = "<state><dx>0 1</dx><dy>0 0</dy><dz>0 0</dz></state><state><dx>0 1</dx><dy>-30000 0</dy><dz>0 0</dz></state>"


def burr(first: str = FIRST, second: str = SECOND, group: str = "") -> str:
    """Two upright plates side by side, and one that lies above them."""
    return f"""<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/><shapes>
<voxel x="2" y="2" z="3" type="0">############</voxel>
<voxel x="1" y="2" z="2" name="plate" type="0">####</voxel>
<voxel x="2" y="2" z="1" name="lid" type="0">####</voxel>
</shapes><problems><problem state="2" assemblies="1" solutions="1">
<shapes><shape id="1" count="2"{group}/><shape id="2" count="1"{group}/></shapes><result id="0"/><bitmap/>
<solutions><solution asmNum="0" solNum="0"><assembly>0 0 0 0 1 0 0 0 0 0 2 0</assembly>
<separation><pieces count="3">0 1 2</pieces>{first}
<separation type="left"><pieces count="2">0 1</pieces>{second}</separation></separation>
</solution></solutions></problem></problems></puzzle>"""


def test_its_coordinates() -> None:
    (found,) = xmpuzzle.read_disassemblies(burr())
    left, right, lid = (
        next(n for n, placement in enumerate(found.solution.placements) if cell in placement.cells)
        for cell in ((1, 0, 0), (1, 0, 1), (0, 0, 0))
    )
    assert found.level == "1.1"
    assert found.moves == (Move((lid,), (-1, 0, 0), 1), Move((left,), (0, 1, 0), 2))  # y and z are reversed
    assert found.separations[1].rest == (right,)
    (again,) = xmpuzzle.read_disassemblies(xmpuzzle.write_solutions([found], found.solution.puzzle))
    assert again == found


@pytest.mark.parametrize(
    ("first", "second", "fault"),
    [
        (FIRST.replace("20002", "-20002"), SECOND, "pieces must not overlap during a move"),
        (f"<state>{WHOLE}</state>", SECOND, "a separation must have at least two states"),
        (FIRST.replace("<dx>0 1 0</dx><dy>0 0 0</dy><dz>0 0 2<", "<dx>0 1</dx><dy>0 0 0</dy><dz>0 0 2<"), SECOND, "3"),
        (FIRST.replace("20002", "two"), SECOND, "a separation must have numbers of at most 6 digits, got 'two'"),
        (FIRST.replace("20002", "2"), SECOND, "a move must shift some pieces, but not all, along one axis"),
        (FIRST.replace("<dy>0 0 0</dy><dz>0 0 20002", "<dy>0 0 9</dy><dz>0 0 20002"), SECOND, "along one axis"),
        (FIRST.replace("<state>", "<state><dx/>", 1), SECOND, "a state must have a position for each of the 3 pieces"),
        (FIRST.replace("20002", "8"), SECOND, "in the last state of a separation, a piece must be far from the others"),
        (FIRST, SECOND.replace("-30000 0", "-30000 1"), "along one axis"),
    ],
)
def test_what_takes_nothing_apart(first: str, second: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        list(xmpuzzle.read_disassemblies(burr(first, second)))


def test_other_pieces_and_only_solids() -> None:
    with pytest.raises(FormatError, match="only pieces of the assembly, got piece 3"):
        list(xmpuzzle.read_disassemblies(burr().replace(">0 1 2<", ">0 1 3<")))
    with pytest.raises(FormatError, match="a nested separation must have all pieces of one part of the outer one"):
        list(xmpuzzle.read_disassemblies(burr().replace(">0 1<", ">0 2<", 1)))
    puzzle = Puzzle("3x5", "PUV")
    data = xmpuzzle.write_solutions([solution.disassemble() for solution in puzzle.solve_all()], puzzle)  # type: ignore[misc]
    with pytest.raises(FormatError, match="only disassemblies of solids can be read"):
        list(xmpuzzle.read_disassemblies(data))


def test_groups() -> None:
    assert xmpuzzle.read_together(burr()) == []
    assert xmpuzzle.read_together(burr(group=' group="4"')) == [["lid", "plate"]]
    one = burr().replace('<shape id="1"', '<shape id="1" group="4"')  # the lid has the shape of the plates
    with pytest.warns(UserWarning, match="the groups of plate are ignored: copies of one piece, .* in one group"):
        assert xmpuzzle.read_together(one) == []
    for some in ('<group group="4" count="1"/>', '<group group="4" count="1"/><group group="5" count="1"/>'):
        parted = burr().replace('<shape id="1" count="2"/>', f'<shape id="1" count="2">{some}</shape>')
        with pytest.warns(UserWarning, match="the groups of plate are ignored"):
            assert xmpuzzle.read_together(parted) == []
    whole = burr().replace('<shape id="1" count="2"/>', '<shape id="1" count="2"><group group="4" count="2"/></shape>')
    whole = whole.replace('<shape id="2" count="1"/>', '<shape id="2" count="1" group="4"/>')
    assert xmpuzzle.read_together(whole) == [["lid", "plate"]]
    assert xmpuzzle.read_together(burr(group=' group="4"').replace(' name="plate"', "")) == [["S2", "lid"]]
