# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The search engines, which find exact covers. Cells, orientations and pieces are integers; geometry is unknown here.

Two engines search with an explicit stack and without the GIL:

- `WindowSearch` searches a `WindowTable`. It always covers the first empty cell. Cells are numbered line by line, with
  a blocked cell after each line. All cells before the first empty cell are covered, so a window of 64 or 128 bits, one
  for each cell from there, is the whole state of the board, however long the board is. Lookup tables map the occupied
  cells of the window to the orientations that fit.
- `ItemSearch` searches an `ItemTable`, which can state any exact cover. It covers next the item with the fewest options
  or, on demand, the first item. It is used for boards too wide for a window, and to count the solutions that a symmetry
  maps to themselves.

A table is immutable, and any number of searches in any number of threads may share it. A search must not be used by two
threads at the same time.
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
