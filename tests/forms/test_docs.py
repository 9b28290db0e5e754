"""The specifications of the games explain position texts as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from knobel.forms import parse, position
from knobel.forms.text import NOTATIONS
from knobel.rules import GAMES

LIBRARY = Path(__file__).parents[2] / "docs" / "library"
PAGES = {game: (LIBRARY / f"{game}.md").read_text("utf-8") for game in GAMES}
EXAMPLES = {game: re.findall(rf"^{game} .*$", page, re.MULTILINE) for game, page in PAGES.items()}

every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_every_game_has_an_example(game: str) -> None:
    assert len(EXAMPLES[game]) == 1


@every_game
def test_examples_are_positions(game: str) -> None:
    [example] = EXAMPLES[game]
    assert position(parse(example)) == example


@every_game
def test_the_table_explains_the_fields_of_the_example_in_order(game: str) -> None:
    [example] = EXAMPLES[game]
    table = PAGES[game].split(example)[1].split("\n\n")[1]
    rows = [line.replace("\\|", "¦").split("|") for line in table.splitlines()[2:]]
    name, _, *words = example.split()
    assert [field.strip() for _, field, *_ in rows] == list(NOTATIONS[name].fields)
    for (_, _, shown, *_), word in zip(rows, words, strict=True):
        assert word.startswith(shown.strip(" `").replace("¦", "|").removesuffix("…"))
