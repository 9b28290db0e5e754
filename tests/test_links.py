"""Every relative link in the documentation leads to a file that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = [page for page in ROOT.glob("docs/**/*.md") if "_build" not in page.parts]
PAGES = sorted([*ROOT.glob("*.md"), *DOCS, *ROOT.glob("benchmarks/results/*.md")])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links(path: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    targets = re.findall(r"\]\(([^)#\s]+)", prose)
    missing = [target for target in targets if "://" not in target and not (path.parent / target).exists()]
    assert not missing
