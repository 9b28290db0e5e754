"""The page about positions says what is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from knobel.forms import parse, position
from knobel.forms.text import NOTATIONS
from knobel.rules import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "library" / "cookbook.md").read_text("utf-8")
EXAMPLES = re.findall(rf"^(?:{'|'.join(GAMES)}) .*$", PAGE, re.MULTILINE)


def test_every_game_has_an_example() -> None:
    assert [example.split()[0] for example in EXAMPLES] == list(GAMES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_are_positions(example: str) -> None:
    assert position(parse(example)) == example


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_table_explains_the_fields_of_the_example_in_order(example: str) -> None:
    table = PAGE.split(example)[1].split("\n\n")[1]
    rows = [line.replace("\\|", "¦").split("|") for line in table.splitlines()[2:]]
    name, _, *words = example.split()
    assert [field.strip() for _, field, *_ in rows] == list(NOTATIONS[name].fields)
    for (_, _, shown, *_), word in zip(rows, words, strict=True):
        assert word.startswith(shown.strip(" `").replace("¦", "|").removesuffix("…"))


def test_the_snippet_runs() -> None:
    snippet = PAGE.split("```python\n")[1].split("```")[0]
    exec(snippet, {})
