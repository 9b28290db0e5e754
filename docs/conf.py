"""Sphinx settings of the documentation: `make docs` builds it, with warnings as errors."""

from __future__ import annotations

import re
from typing import Any

import knobel

project = "knobel"
author = "The knobel authors"
copyright = "2026, the knobel authors, MIT licence"  # noqa: A001, the name is Sphinx's
release = version = knobel.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
# Rule pages of `knobel rules` begin at the second level when they are included below a title of the page.
suppress_warnings = ["myst.header"]

default_role = "code"  # docstrings write `name` as Markdown does
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "fully-qualified"
autodoc_preserve_defaults = True
nitpick_ignore_regex = [
    ("py:.*", r".*"),  # the types of a signature need no page of their own
]

html_theme = "furo"
html_title = "knobel"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["_static"]
html_css_files = ["knobel.css"]


def _offer_files(_app: Any, _page: str, source: list[str]) -> None:
    """Offer files outside of the documentation as downloads; on a code host the same links show them."""
    source[0] = re.sub(r"\]\((\.\./\.\./[^)]+\.md)\)", r"](path:\1)", source[0])


def _shorten(*signature: Any) -> list[str | None]:
    """Shorten a signature: no limits of numbers, no standard modules, and the public modules of games."""

    def short(text: str | None) -> str | None:
        text = text and re.sub(r"Annotated\[(.+?), msgspec\.Meta\([^()]*\)\]", r"\1", text)
        text = text and re.sub(r"\b(?:collections\.abc|typing|types|pathlib(?:\._\w+)?)\.", "", text)
        return text and re.sub(r"\bknobel\.rules\.(zock|schocken|zocknroll)\.", r"knobel.\1.", text)

    return [short(text) for text in signature[-2:]]


def setup(app: Any) -> None:
    app.connect("autodoc-process-signature", _shorten)
    app.connect("source-read", _offer_files)
