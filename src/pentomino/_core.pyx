# cython: language_level=3, auto_pickle=False, boundscheck=False, wraparound=False
# cython: cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The search engines, which find exact covers. Cells, orientations and pieces are integers here, without geometry.

Two engines search with an explicit stack and without the GIL:

- `WindowSearch` searches a `WindowTable`. It always covers the first empty cell. Cells are numbered line by line, with
  a blocked cell after each line. All cells before the first empty cell are covered, so a window of 64 or 128 bits, one
  for each cell from there on, is the whole state of the board, however long the board is. Lookup tables map the
  occupied cells of the window to the orientations that fit.
- `ItemSearch` searches an `ItemTable`, which can represent any exact cover. It covers the item with the fewest options
  or, on demand, the first item. It is used for boards too wide for a window, and to count the solutions that a
  symmetry maps to themselves.

Where each technique is implemented (for the reasons, see the table in docs/development/design.md):

- the 64-bit bitboard: the window, of 64 or 128 bits (`common/words.pxi`);
- the backtracker: `expand`, an explicit stack without recursion (`core/expand.pxi`);
- the OR/XOR fit test: `fits` for one placement (`common/words.pxi`), and lookup tables that answer it for all
  orientations at once (`common/fits.pxi`);
- the region-size plausibility check: `is_plausible`, at the root of a search (`core/window_search.pxi`); at each node,
  the lookup tables leave out placements that close off a dead pocket;
- symmetry restrictions: `covered`, `allowed` and `owners` of the tables, which `search/plan.py` fills;
- solutions one by one: `Search.next`, which the Python API iterates over.

A table is immutable, and any number of searches in any number of threads may share it. A search must not be used by two
threads at the same time. The head of each included file states its invariants.
"""

include "common/start.pxi"
include "common/bits.pxi"
include "common/words.pxi"
include "common/keys.pxi"
include "common/fits.pxi"
include "core/copies.pxi"
include "core/window_table.pxi"
include "core/search.pxi"
include "core/window_search.pxi"
include "core/expand.pxi"
include "core/item_engine.pxi"
include "solids/separator.pxi"
include "solids/shapes.pxi"
