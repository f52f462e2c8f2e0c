"""How Sphinx builds the documentation site; `bash ci/docs` calls it."""

import logging
import sys
from pathlib import Path

HERE = Path(__file__).parent
RUNTIME = HERE.parent / "build/play/site"
sys.path.insert(0, str(HERE / "_ext"))

from pentomino import __version__  # noqa: E402 - after the change of sys.path

# The glob of a table of contents may match no page.
logging.getLogger("sphinx.sphinx.directives.other").addFilter(lambda record: "didn't match any" not in str(record.msg))

project = "pentomino"
author = "the authors of pentomino"
release = version = __version__
INSTALL = "."
"""What `pip install` is given on README and all pages; after the first release, this becomes "pentomino"."""

extensions = ["myst_parser", "sphinx.ext.autodoc"]
extensions += ["accessible", "commands", "docstrings", "fast", "pictures", "play", "synonyms"]
exclude_patterns = ["_ext", "_static"]

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

smartquotes = False

html_theme = "furo"
html_title = f"pentomino {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
if RUNTIME.is_dir():  # `ci/play build` has made one
    tags.add("play")  # noqa: F821 - Sphinx defines it
    html_extra_path = [str(RUNTIME)]
html_copy_source = False
html_search_scorer = str(HERE / "_ext/scorer.js")
html_show_copyright = False
html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": []}
pygments_style = "a11y-light"  # of accessible-pygments, which furo installs
pygments_dark_style = "monokai"

# Names without an entry here: those of Python's library, and those that occur only in signatures.
nitpick_ignore_regex = [
    (r"py:.*", r"(collections|concurrent|decimal|fractions|threading|typing|pathlib|datetime|numpy|os|types)\..*|File"),
    (
        r"py:class",
        r"(pentomino\.base_puzzle\.)?BasePuzzle|pentomino\.catalogue\.Entry|pentomino\.lattices\.lattice\.(Form|Look)",
    ),
]
