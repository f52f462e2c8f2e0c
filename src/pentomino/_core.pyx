# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The search engines: integers in, placement numbers out.

Two engines search with an explicit stack and without the GIL:

- `WindowSearch` over a `WindowTable` places a piece at the first empty cell. Cells are numbered line by line, with a
  blocked cell after each line. All cells before the first empty cell are covered, so 64 or 128 bits for the cells from
  there on (a window) describe the state of a board of any length. Lookup tables list the orientations that fit, by the
  occupancy of the window.
- `ItemSearch` over an `ItemTable` solves any exact cover. It covers next the item with the fewest options, so its
  solutions have an order of their own; on demand it covers the first cell. It serves boards too wide for a window, and
  quotients by a symmetry: to count, and to list part by part.

A table is immutable, and any number of searches in any number of threads may share it. A search belongs to one thread
at a time. Cells, orientations and pieces are numbers: the engines know no geometry.
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
