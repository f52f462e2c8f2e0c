# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, freethreading_compatible=True
"""The counting engine: integers in, numbers out. It counts exact covers without visiting each of them.

Cells are numbered, and covered in that order. What is left to do depends only on a *node*, that is the first empty
cell and the window of occupied cells from there on, and on a *set*, the copies used so far, packed into one integer.
The *level* of a node is the number of cells covered. An edge leads from a node to a node, by an option that covers
the first empty cell; the options that change a set in the same way are one *move*.

Where copies have to be counted, this is meeting in the middle over nodes:

1. lists and nodes together, forward, while few sets meet in a node: `list[node]` pairs each set with the ways to it;
2. nodes alone, to the end, and a sweep back that drops those that do not reach the full board;
3. lists from both ends, always the side whose next level is cheaper. Backward, a list pairs a set *already used* with
   the ways to finish, so that both sides speak of the same set where they meet;
4. the join: the sum, over the edges that cross the cut, of products of ways.

Where no copies are counted, or numbers pass 128 bits, one pass forward over (node, set) does it, with
numbers of any size: the transfer matrix.

A `FrontierTable` is immutable and may be shared by threads; a `FrontierRun` belongs to one thread, which may have
others help it. Options, cells and pieces are numbers; nothing here knows what they look like.
"""

include "core/bits.pxi"
include "counting/numbers.pxi"
include "counting/table.pxi"
include "counting/pockets.pxi"
include "counting/states.pxi"
include "counting/sums.pxi"
include "counting/lists.pxi"
include "counting/marks.pxi"
include "counting/levels.pxi"
include "counting/graph.pxi"
include "counting/one_pass.pxi"
include "counting/list_maker.pxi"
include "counting/tasks.pxi"
include "counting/meeting.pxi"
include "counting/walk.pxi"
include "counting/live.pxi"
include "counting/run.pxi"
include "counting/live_walk.pxi"
