# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, freethreading_compatible=True
"""The frontier engine: integers in, numbers out. It counts exact covers without visiting each of them.

Cells are numbered, and covered in that order. The number of ways to cover the rest depends only on a *node* (the first
empty cell, and the window of occupied cells from there on), and on a *set* (the copies already used, packed into one
integer). The *level* of a node is the number of cells covered. An *edge* leads from a node to a node, by an option that
covers the first empty cell. The options that change a set in the same way are one *move*.

If copies have to be counted, the method is meeting in the middle:

1. Find all nodes up to the full board, then sweep back and drop nodes through which no solution goes.
2. Make *lists* from both ends, always for the side whose next level is cheaper. Forward, the list of a node pairs each
   set with the number of ways to it; backward, it pairs each set *already used* with the number of ways to finish. So
   both sides have the same sets at the *cut*, where they meet.
3. Join: sum the products of ways over the edges that cross the cut.

If no copies are counted, or numbers exceed 128 bits, one pass forward over pairs (node, set) counts with numbers of any
size: this is the transfer matrix method.

A `FrontierTable` is immutable and may be shared by threads. A `FrontierJob` belongs to one thread, which other threads
may help, and serves one `FrontierCount` or `FrontierTally`. The included files, in the order of the method, contain
functions over structs, and the head of each file states what it owns and what it may touch. The loops over lists are
C++ templates, as they are the same for every width of sets and numbers.
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
