# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, freethreading_compatible=True
"""The frontier engine, which counts exact covers without visiting each cover. Cells and pieces are integers.

The engine covers cells in the order of their numbers. The number of ways to complete a partial cover depends only on
its *node*, which is the first empty cell and the window of occupied cells after it, and on its *set*, which is the
copies of pieces already used, packed into one integer. The *level* of a node is the number of its covered cells. An
edge leads from one node to another by an option (a placement) that covers the first empty cell. A *move* consists of
the options that change a set in the same way.

If copies of pieces have to be counted, the engine works from both ends (meet in the middle):

1. It finds all nodes from the empty board to the full board. Then it sweeps back, and drops nodes from which no
   solution can be completed.
2. It makes lists from both ends, always on the side whose next level is cheaper. A forward list of a node pairs each
   set with the number of ways to reach it. A backward list pairs each set *already used* with the number of ways to
   finish. So both sides have the same sets at the cut, where they meet.
3. It adds up, over all edges that cross the cut, the products of the numbers of ways on both sides.

If no copies are counted, or if numbers exceed 128 bits, the engine makes one pass forward over all pairs (node, set),
with numbers of any size. This is the transfer-matrix method.

A `FrontierTable` is immutable and may be shared by threads. A `FrontierJob` belongs to one thread, which may use helper
threads, and serves one `FrontierCount` or `FrontierTally`. The included files, in the order of these steps, contain
functions that work on structs. The head of each file states its invariants. The loops over lists are C++ templates,
because the same loops serve every width of sets and numbers.
"""

include "common/start.pxi"
include "common/bits.pxi"
include "common/words.pxi"
include "common/keys.pxi"
include "common/fits.pxi"
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
