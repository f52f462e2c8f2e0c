# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The search engines: integers in, placement numbers out.

Two engines search with an explicit stack and without the GIL:

- `WindowSearch` over a `WindowTable` places at the first empty cell: cells are numbered line by line with a blocked
  cell after each line. All cells before the first empty one are covered, so a window of 64 or 128 bits from there on is
  all the state that there is, however long the board. Lookup tables keyed by the occupancy of the window contain the
  orientations that fit.
- `ItemSearch` over an `ItemTable`: any exact cover; it covers next the item with the fewest options, so its solutions
  come in an order of its own, or on demand the first cell. It serves wide boards, those that no window can hold, and
  quotients by a symmetry: to count, and to list part by part.

A table is immutable and may be shared by any number of searches in any number of threads; a search belongs to
one thread at a time. Cells, orientations and pieces are numbers; nothing here knows what they look like.
"""

include "core/start.pxi"
include "core/bits.pxi"
include "core/words.pxi"
include "core/keys.pxi"
include "core/fits.pxi"
include "core/copies.pxi"
include "core/window_table.pxi"
include "core/search.pxi"
include "core/window_search.pxi"
include "core/expand.pxi"
include "core/item_engine.pxi"
include "core/separator.pxi"
include "core/shapes.pxi"
