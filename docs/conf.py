"""Sphinx reads this: `sphinx-build -W -n docs docs/_build`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from heapwise.version import __version__

project = "heapwise"
version = release = __version__
copyright = "the heapwise developers"
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "pages", "reading"]
exclude_patterns = ["_build", "README.md", "_ext", "_playground", "_templates"]
root_doc = "index"
smartquotes = False  # `'` and `--` are signs of the shell
suppress_warnings = ["misc.highlighting_failure"]  # the lexer of Lua does not know all of Lua
highlight_language = "none"
default_role = "code"  # docstrings mark names with single backticks

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
# Types inside of heapwise, and of other packages, have no page here.
nitpick_ignore_regex = [
    ("py:.*", r"heapwise\.[a-z].*|np\..*|numpy\..*|npt\..*|collections\..*|os\..*"),
    ("py:.*", "Claim|Explorer|Expressions|Picture|Play|Rules|TableBox|optional"),
]

html_theme = "furo"
html_title = "heapwise"
# The script of the explorer stands where pages with boards ask for it.
html_static_path = ["_static", "../src/heapwise/explorer/assets"]
html_css_files = ["explorer.css", "site.css"]
html_js_files = ["reachable.js"]
templates_path = ["_templates"]
html_favicon = "_static/favicon.svg"
html_copy_source = False
html_show_sphinx = False
