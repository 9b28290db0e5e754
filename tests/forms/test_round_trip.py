"""Every state and every view has one position text, and the text has that state."""

from __future__ import annotations

from typing import get_args

import pytest

from knobel.forms import parse, position
from knobel.rules import GAMES, schocken, zock, zocknroll
from knobel.rules.chips import Chips

from .play import random_game, views

PHASES = {"zocknroll": zocknroll.Phase, "zock": zock.Phase, "schocken": schocken.Phase}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", GAMES)
def test_positions_round_trip(name: str, seed: int) -> None:
    for state in random_game(name, seed):
        for seen in views(name, state):
            text = position(seen)
            assert "\n" not in text
            assert parse(text) == seen, text


@pytest.mark.parametrize("name", GAMES)
def test_random_games_meet_every_phase(name: str) -> None:
    met = {state.phase for seed in range(12) for state in random_game(name, seed)}  # type: ignore[attr-defined]  # each game has its own phases
    assert met == set(get_args(PHASES[name]))


@pytest.mark.parametrize("name", GAMES)
def test_equal_texts_mean_equal_states(name: str) -> None:
    states = {seen for seed in range(3) for state in random_game(name, seed, most=40) for seen in views(name, state)}
    assert len({position(state) for state in states}) == len(states)


def test_large_numbers_round_trip() -> None:
    match = zock.start(zock.Options(games=10**9, chips=Chips(red=10**9, blue=1, yellow=1, green=1)), 2)
    assert parse(position(match)) == match


def test_space_around_words_does_not_matter() -> None:
    text = position(zock.start(zock.Options(), 2))
    assert parse(f"\t{text.replace(' ', '   ')}\n") == parse(text)
