"""The documentation builds without a warning, and every module, file and command that it names exists."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
RESULTS = sorted((ROOT / "benchmarks" / "results").glob("*.md"))
TEXTS = [*PAGES, *RESULTS, *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md"))]
ROOTS = ("src", "deploy", "tests", "trials", "web", "benchmarks", "tools", "supply", "examples", "requirements", "docs")
MEASURED_ELSEWHERE = {"zock.md", "zocknroll.md", "schocken.md"}
"""Specifications, whose only Python block `tests/words/test_game_pages.py` runs."""

every_text = pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))


def test_builds_without_a_warning(tmp_path: Path) -> None:
    """Warnings include broken links between pages, missing anchors and pages outside of the table of contents."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-n",
        "-q",
        "-b",
        "html",
        "-d",
        str(tmp_path / "d"),
    ]
    built = subprocess.run([*command, str(DOCS), str(tmp_path / "html")], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "html" / "library" / "reference.html").read_text("utf-8").count("knobel.zock.new") > 0


def test_at_most_30_pages() -> None:
    assert len(PAGES) <= 30


def spans(path: Path) -> list[str]:
    """The words in code font on a page, without fenced blocks."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`\n]+)`", text)


@every_text
def test_modules_exist(path: Path) -> None:
    missing = []
    for name in re.findall(r"(?<![\w./@-])knobel(?:\.[A-Za-z_]\w*)+", " ".join(spans(path))):
        try:
            resolve_name(name)
        except (ImportError, AttributeError):
            missing.append(name)
    assert missing == []


@every_text
def test_files_exist(path: Path) -> None:
    paths = re.findall(rf"(?<![\w./-])(?:{'|'.join(ROOTS)})/[\w./-]*\w", path.read_text("utf-8"))
    named = [path for path in paths if not re.search(r"[A-Z]{3,}", path) or path.endswith(".md")]
    built = ("docs/_build", "src/knobel/serve/client", "web/node_modules")
    missing = [path for path in named if not path.startswith(built) and not (ROOT / path).exists()]
    assert [path for path in missing if not re.search(r"/(GAME|LANG)|results$", path)] == []


@every_text
def test_tests_exist(path: Path) -> None:
    known = {path.name for folder in ("tests", "trials", "supply") for path in (ROOT / folder).rglob("test_*.py")}
    assert set(re.findall(r"test_\w+\.py", path.read_text("utf-8"))) - known == set()


@every_text
def test_commands_exist(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    text = path.read_text("utf-8")
    assert set(re.findall(r"(?:`|^|\n)make ([a-z][a-z-]*)", text)) - targets == set()
    modules = re.findall(r"python -m ([\w.]+)", text)
    assert [name for name in modules if importlib.util.find_spec(name) is None] == []


@every_text
def test_python_is_checked(path: Path) -> None:
    """A block of Python is a doctest, or another file that is included."""
    blocks = re.findall(r"^\s*```python\n(.*?)^\s*```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    unchecked = [block for block in blocks if ">>>" not in block]
    assert len(unchecked) == (1 if path.parent.name == "library" and path.name in MEASURED_ELSEWHERE else 0)


def test_packages_are_listed_in_the_order_of_their_layers() -> None:
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"][0]
    layers = [set(layer.split(" | ")) for layer in contract["layers"]]
    table = (DOCS / "contribute" / "architecture.md").read_text("utf-8").split("| package |")[1].split("\n\n")[0]
    rows = [set(re.findall(r"`(knobel\.\w+)`", line.split("|")[1])) for line in table.splitlines()[2:]]
    listed = [number for row in rows for number, layer in enumerate(layers) if row <= layer]
    assert listed == sorted(listed)
    assert set().union(*rows) == set().union(*layers)
    assert len(listed) == len(rows)


@every_text
def test_plain_words(path: Path) -> None:
    """Pronouns of the old prose: sentences name their subject."""
    found = re.findall(r"\b(?:whoever|somebody|nobody|everybody)\b", path.read_text("utf-8"), re.IGNORECASE)
    included = {"odds-coach.md": 0, "solvers.md": 1}  # an answer of the program is quoted
    assert len(found) <= included.get(path.name, 0)
