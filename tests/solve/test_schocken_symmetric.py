"""Approximated halves of six to eight players of Schocken: one value for all others who hold the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.rules.schocken import Hand, Options, State
from knobel.solve import table_files
from knobel.solve.build import build_symmetric
from knobel.solve.schocken import sources
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.few import shares
from knobel.solve.schocken.many import ManyPlayers
from knobel.solve.schocken.sources import (
    APPROXIMATE,
    FEW_SOLVED,
    SYMMETRIC,
    Approximate,
    known_halves,
    solved,
    symmetric,
)
from knobel.solve.schocken.symmetric import SymmetricHalf


@pytest.mark.parametrize("players", [3, 5])
def test_every_state_has_one_value_for_those_with_the_same_stones(players: int) -> None:
    half = SymmetricHalf(6, players)
    for number, (middle, held) in enumerate(half.states()):
        half.values[middle, held] = number + np.array([each / 100 for each in held])
        half.values[middle, held][0] = -number
    for middle in range(7):
        for held in shares(6 - middle, players):
            if middle or 0 not in held:
                own, *others = half.value(middle, held).tolist()
                assert others == pytest.approx([others[0] + (each - held[1]) / 100 for each in held[1:]])
                assert own == -int(others[0])


def test_halves_of_three_are_close_to_exact() -> None:
    """They are not used, but known exactly."""
    options = Options(stones=4)
    exact, found = solved(options, 3, "half"), sources.solve_symmetric(options, 3, known_halves(options, 2))
    assert len(list(found.states())) < len(exact.all_states())
    for middle, held in exact.all_states():
        if middle or 0 not in held:
            assert found.value(middle, held) == pytest.approx(exact.value(middle, held), abs=0.03), (middle, held)


@pytest.mark.parametrize("players", [6, 7, 8])
def test_shipped_values_are_those_of_a_round(players: int) -> None:
    """With a middle exactly. Without one they were repeated until all changed by less than 10⁻⁴.

    One more round can change them by more: where two moves are nearly equal to a player, they may not be to the others.
    """
    options, half = Options(), symmetric(Options(), players)
    assert half is not None
    states = list(half.states())
    assert len(half.values) == len(states)
    assert all(value.sum() == pytest.approx(1, abs=1e-9) for value in half.values.values())
    again, source = (
        SymmetricHalf(13, players),
        Approximate(ManyPlayers(options, players, tables=known_halves(options, players)), APPROXIMATE),
    )
    for state, off in ((states[0], 1e-3), (states[-1], 1e-9), (states[len(states) // 2], 1e-9)):
        again._set(state, source.risks)
        assert again.values[state] == pytest.approx(half.values[state], abs=off), state


@pytest.mark.parametrize("players", [6, 8])
def test_positions_continue_with_the_table(players: int) -> None:
    """A round in which all throw once deals out a stone or more; the mean of the values after it is the value."""
    half = symmetric(Options(), players)
    assert half is not None
    held = (2, 1, *(0,) * (players - 2))
    state = State(Options(), held, 10, (Hand(),) * players, "throw")
    found = position_risks(state, "half", "known")
    assert found.errors == SYMMETRIC[players - 5]
    assert found.risks == pytest.approx(half.value(10, held), abs=0.005), "but for the seats of the others"
    before = position_risks(replace(state, cups_up=True, seat=2), "half", "known")
    assert before.risks == pytest.approx(np.roll(half.value(10, (*held[2:], *held[:2])), 2))
    again = position_risks(state, "half", "approximate")
    assert again == found, "only halves that are solved can be approximated on purpose"


def test_a_build_gives_the_shipped_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(stones=2)
    solved(options, 3, "half")
    path = build_symmetric(options, 6, tmp_path)
    assert path == tmp_path / f"{sources.table_name(options, 6, 'symmetric')[0]}{table_files.SUFFIX}"
    built = symmetric(options, 6)
    monkeypatch.setattr(sources, "_symmetric", {})
    assert symmetric(options, 6) is None
    monkeypatch.setattr(table_files, "SHIPPED", tmp_path)
    half = symmetric(options, 6)
    assert half is not None
    assert built is not None
    assert list(half.values) == list(SymmetricHalf(2, 6).states())
    assert all(half.values[state].tolist() == value.tolist() for state, value in built.values.items())
    fresh = State(options, (0,) * 6, 2, (Hand(),) * 6, "throw")
    assert position_risks(fresh, "half", "known").errors == FEW_SOLVED, "halves of four and five are missing"
