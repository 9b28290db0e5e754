"""Changes of winning chances by marks: what the futures say of the tableaus with each mark and without."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

from knobel.rules.zocknroll import END, Options
from knobel.simulate.zocknroll.futures import (
    LANES,
    Futures,
    GameModel,
    Tableaus,
    apply_futures,
    find_ends,
    futures,
    is_over,
    new_workspace,
    victory,
)
from knobel.simulate.zocknroll.lookahead import game_model
from knobel.simulate.zocknroll.stakes import measure
from knobel.solve.arrays import Bytes, Floats

BLOCKS = 6


def gains(rows: int) -> list[tuple[int, ...]]:
    """The rows that each gain marks: none, `dropped_first`, and a row with `dropped_first`, alone, with `won_third`."""
    return [
        (),
        (rows - 1,),
        *((row, rows - 1) for row in range(1, rows - 1)),
        *((row,) for row in range(1, rows - 1)),
        *((row, 0) for row in range(1, rows - 1)),
    ]


def chances(some: Futures, block: int, tableaus: Tableaus, sheets: Bytes, model: GameModel) -> Floats:
    """What a block of futures says of these sheets after the turn."""
    shares = np.zeros(len(sheets))
    if is_over(sheets):
        victory(sheets, model.worth, shares)
    else:
        apply_futures(some, block, tableaus, sheets, model.worth, new_workspace(len(sheets)), shares)
    return shares


@pytest.mark.parametrize(("players", "board"), [(3, "basic"), (4, "basic"), (4, "pro"), (6, "basic")])
def test_changes_are_those_of_the_futures_applied_to_each_tableau(players: int, board: Literal["basic", "pro"]) -> None:
    model, rng = game_model(Options(board=board), players), np.random.default_rng(players)
    some, rows = futures(model, 1, 0, BLOCKS), len(model.worth)
    finished = shared = 0
    for fullness in (0, 3, 5, 6):
        marks = rng.integers(0, min(fullness, END - 1) + 1, (players, rows)).astype(np.uint8)
        gained = (rng.random((BLOCKS, players, rows)) < (0.06, 0.3)[fullness == 6]).astype(np.uint8)
        ends = np.zeros((BLOCKS, LANES), np.uint8)
        find_ends(some, marks, fullness % players, ends)
        tableaus = Tableaus(marks, fullness % players, ends)

        expected = np.zeros((players, len(gains(rows)), players))
        for block in range(BLOCKS):
            for by in range(players):
                without = marks + gained[block]
                without[by] = marks[by]
                before = chances(some, block, tableaus, without, model)
                finished += is_over(without)
                shared += bool(((before > 0) & (before < 1)).any())
                for gain, more in enumerate(gains(rows)):
                    sheets = without.copy()
                    sheets[by, list(more)] += 1
                    expected[by, gain] += (chances(some, block, tableaus, sheets, model) - before) / BLOCKS
        change = np.zeros_like(expected)
        measure(some, tableaus, gained, model.worth, change)
        assert change == pytest.approx(expected, abs=1e-12)
    assert finished, "some turns end the game whatever one marks"
    assert shared
