"""The examples run, print something, and need no cast, isinstance or Any to be typed."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted(Path(__file__).parent.parent.joinpath("examples").glob("*.py"))


ARGUMENTS = {"learner": ("--opponent", "random", "--decisions", "1", "--test", "1")}
"""One round is enough here; tests/research/test_learner.py has what it learns."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [str(path), *ARGUMENTS.get(path.stem, ())])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


LIBRARY = ("play_a_game", "list_moves", "ask_a_bot", "ask_the_coach", "load_a_record", "own_bot")
"""The scripts of the tutorial; mypy --strict and pyright in strict mode check all examples."""


@pytest.mark.parametrize("name", LIBRARY)
def test_the_front_door_needs_no_help_with_types(name: str) -> None:
    [path] = [path for path in EXAMPLES if path.stem == name]
    assert not re.search(r"\b(cast|isinstance|Any|type: ignore|pyright)\b", path.read_text("utf-8"))


def test_a_missing_extra_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    [path] = [path for path in EXAMPLES if path.stem == "research"]
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    sentence = "This example needs pyspiel, from the extra research: pip install '.[research]'"
    with pytest.raises(SystemExit, match=f"^{re.escape(sentence)}$"):
        runpy.run_path(str(path), run_name="__main__")
