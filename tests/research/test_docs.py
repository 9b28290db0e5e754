"""The tables of the docs have a line for every number, in the right place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from knobel.research.encodings import schocken, zock, zocknroll
from knobel.research.parts import Part
from knobel.research.parts.schocken_round import schocken_round
from knobel.research.parts.zock_game import zock_game
from knobel.research.parts.zocknroll_turn import zocknroll_turn
from knobel.rules import schocken as schocken_rules
from knobel.rules import zock as zock_rules
from knobel.rules import zocknroll as zocknroll_rules

DOCS = Path(__file__).parents[2] / "docs" / "library"
PAGES: list[tuple[str, Any, Any, int]] = [
    ("zock", zock.ENCODING, zock_rules.Options(referee="players"), 2),
    ("zocknroll", zocknroll.ENCODING, zocknroll_rules.Options(), 4),
    ("schocken", schocken.ENCODING, schocken_rules.Options(), 3),
]


def numbers(page: str, section: str, column: int = 0) -> list[int]:
    """All numbers that the first column of a section's table stands for, in their order."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8").split(f"# {section}\n")[1].split("\n##")[0]
    cells = [line.split("|")[1 + column].strip() for line in text.splitlines() if line.startswith("|")]
    ranges = [tuple(map(int, cell.split("–"))) for cell in cells if re.fullmatch(r"[\d–]+", cell)]
    return [number for ends in ranges for number in range(ends[0], ends[-1] + 1)]


@pytest.mark.parametrize(("page", "encoding", "options", "players"), PAGES, ids=lambda value: str(value)[:9])
def test_tables_are_complete(page: str, encoding: Any, options: Any, players: int) -> None:
    assert numbers(page, "Observation") == list(range(len(encoding.slots(options, players))))
    assert numbers(page, "Actions") == list(range(len(encoding.actions(options))))


@pytest.mark.parametrize(
    ("section", "part"),
    [
        ("Round of Schocken", schocken_round()),
        ("Turn of Zock'n'Roll", zocknroll_turn(players=3)),
        ("Game of ZOCK", zock_game(fields=3)),
    ],
)
def test_tables_of_parts_are_complete(section: str, part: Part) -> None:
    assert numbers("../research/experiments", section) == list(range(len(part.slots())))


def test_the_pro_column_too() -> None:
    pro = zocknroll_rules.Options(board="pro")
    assert numbers("zocknroll", "Actions", column=1) == list(range(len(zocknroll.actions(pro))))


@pytest.mark.parametrize("players", range(4, 13))
def test_sizes_grow_as_stated(players: int) -> None:
    assert len(zocknroll.slots(zocknroll_rules.Options(), players)) == 13 * players + 7
    assert len(zocknroll.slots(zocknroll_rules.Options(board="pro"), players)) == 19 * players + 7
    assert len(schocken.slots(schocken_rules.Options(), players)) == 7 * players + 9
