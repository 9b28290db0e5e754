"""Schocken: a view does not depend on what it hides (S5)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.rules import schocken
from knobel.rules.dice import SeededDice
from knobel.rules.schocken import State, Throw

from ..random_games import random_game


def views(state: State) -> list[bytes]:
    return [msgspec.json.encode(schocken.view(state, seat)) for seat in (None, *range(state.players))]


@pytest.mark.rule("S5")
@given(st.integers(0, 10**6), st.lists(st.integers(1, 6), min_size=3, max_size=3))
def test_a_view_does_not_depend_on_covered_dice(seed: int, other: list[int]) -> None:
    """Replace every covered throw of a random game: views stay equal until the cups are lifted."""
    session = random_game(schocken.GAME, SeededDice(seed), long=False)
    for index, event in enumerate(session.events):
        state = session.state_at(index + 1)
        assert isinstance(state, State)
        if not isinstance(event, Throw) or not schocken.covered(state, event.seat):
            continue
        changed = msgspec.structs.replace(event, dice=tuple(other[: len(event.dice)]))
        before = session.state_at(index)
        assert isinstance(before, State)
        otherwise, at = schocken.play(before, changed), index + 1
        while not otherwise.cups_up:
            truth = session.state_at(at)
            assert isinstance(truth, State)
            assert views(otherwise) == views(truth)
            next_event = session.events[at]
            assert isinstance(next_event, schocken.Event)
            otherwise, at = schocken.play(otherwise, next_event), at + 1
        revealed = otherwise.hands[event.seat]
        assert (revealed.kept, revealed.thrown) == (tuple(sorted(event.keep)), tuple(sorted(changed.dice)))
        assert schocken.view(otherwise, None) == otherwise
