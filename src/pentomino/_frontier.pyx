# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, freethreading_compatible=True
"""The frontier engine: integers in, numbers out. It counts exact covers without visiting each of them.

Cells are numbered, and covered in that order. The ways to finish depend only on a *node*, that is the first empty
cell and the window of occupied cells from there on, and on a *set*, the copies already used, packed into one integer.
The *level* of a node is the number of cells covered. An edge leads from a node to a node, by an option that covers the
first empty cell; the options that change a set in the same way are one *move*.

If copies have to be counted, this is meeting in the middle over nodes:

1. nodes, to the end, and a sweep back that drops those that do not reach the full board, or with no set of copies;
2. lists from both ends, always the side whose next level is cheaper. Forward, the list of a node pairs each set with
   the ways to it; backward, a set *already used* with the ways to finish, so that both sides have the same sets at the
   cut;
3. the join: the sum, over the edges that cross the cut, of products of ways.

If no copies are counted, or numbers pass 128 bits, one pass forward over (node, set) counts, with numbers of any size:
the transfer matrix.

A `FrontierTable` is immutable and may be shared by threads. A `FrontierJob` belongs to one thread, which may have
others help it, and serves one `FrontierCount` or `FrontierTally`. The parts, in the order of the method, are free
functions over structs, and the head of each states what it owns and what it may touch. The loops over lists are C++
templates, as they are the same for every width of sets and numbers.
"""

include "core/start.pxi"
include "core/bits.pxi"
include "core/words.pxi"
include "core/keys.pxi"
include "core/fits.pxi"
include "frontier/headers.pxi"
include "frontier/rules.pxi"
include "frontier/levels.pxi"
include "frontier/job.pxi"
include "frontier/pockets.pxi"
include "frontier/folding.pxi"
include "frontier/nodes.pxi"
include "frontier/sweep.pxi"
include "frontier/lists.pxi"
include "frontier/meeting.pxi"
include "frontier/one_pass.pxi"
include "frontier/slices.pxi"
include "frontier/count.pxi"
include "frontier/tally.pxi"
include "frontier/check.pxi"
