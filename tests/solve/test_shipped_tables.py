"""Shipped tables are complete, equal what the solvers compute, and are used."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from knobel.rules import schocken, zock
from knobel.rules.game import read_options
from knobel.solve import table_files
from knobel.solve.schocken import sources
from knobel.solve.schocken.sources import Stage, known
from knobel.solve.zock import match
from knobel.solve.zock.box import zock_box
from knobel.solve.zock.match import MOST_GAMES, MatchTable

HOUSES: list[dict[str, object]] = [{}, {"preset": "pub"}]
SEED = 20


@pytest.fixture
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No table on disk or in memory but those of the package."""
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path))
    monkeypatch.setattr(sources, "_known", {})
    monkeypatch.setattr(match, "_kept", match._kept.__wrapped__)


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("stage", ["half", "first"])
def test_schocken_for_three_is_shipped_for_the_usual_rules(
    house: dict[str, object], stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And the residual of some states, drawn with a seed: solving the next round gives what the table says."""
    three = known(read_options(schocken.GAME, house), 3, stage)
    assert three is not None
    some = random.Random(SEED).sample(sorted(three.values), 6)
    assert three.residual(some) < 1e-12, f"seed {SEED}: {some}"
    assert known(read_options(schocken.GAME, {**house, "stones": 12}), 3, stage) is None
    monkeypatch.setattr(table_files, "SHIPPED", tmp_path)
    monkeypatch.setattr(sources, "_known", {})
    assert known(read_options(schocken.GAME, house), 3, stage) is None


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("variant", ["basic", "A", "B", "C"])
@pytest.mark.parametrize("two_digit", ["digits", "ten_only"])
def test_matches_are_shipped_for_every_variant(variant: str, two_digit: str) -> None:
    options: zock.Options = read_options(zock.GAME, {"variant": variant, "two_digit": two_digit})
    table = match._kept(options)
    assert table.games == MOST_GAMES
    again = MatchTable(zock_box(options), variant == "A", table.rows[: MOST_GAMES - 1])
    leads = range(1, 300, 60)
    assert again._some(leads) == pytest.approx(table.rows[-1][np.array(leads) - 1], abs=1e-13)
    fresh = MatchTable(zock_box(options), variant == "A")
    fresh.solve(1)
    assert fresh.rows[0] == pytest.approx(table.rows[0], abs=1e-13)
