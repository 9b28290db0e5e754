"""Cheaters are caught or gain nothing; and whoever looks for that would see it if it were otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from trials.cheaters.cheats import CROOKS, Crook
from trials.cheaters.substitution import USURPERS, ChangesChains, TakesNobody, TakesNotEverybody, Usurper, usurp
from trials.cheaters.trial import (
    LIMIT,
    REFUSERS,
    Refuser,
    dumped,
    examine_crook,
    examine_dump,
    examine_refuser,
    examine_usurper,
)

from knobel.fair import throws

GAMES, MATCHES, SEED = 2, 6, 1


@pytest.mark.parametrize("crook", CROOKS, ids=lambda crook: crook.__name__)
def test_whoever_cheats_is_caught_at_the_right_place(crook: type[Crook]) -> None:
    held, said = examine_crook(crook, range(SEED, SEED + GAMES), map)
    assert held, said


@pytest.mark.parametrize("kind", USURPERS, ids=lambda kind: kind.__name__)
def test_throws_that_were_not_everybody_s_are_counted(kind: type[Usurper]) -> None:
    held, said = examine_usurper(kind, range(SEED, SEED + GAMES), map)
    assert held, said


def test_they_do_cheat() -> None:
    for kind in (TakesNobody, TakesNotEverybody, ChangesChains):
        house = usurp(kind, SEED)
        assert house.cheated > 0
        assert house._throw > house.cheated


@pytest.mark.parametrize("refuser", REFUSERS, ids=lambda refuser: refuser.who)
def test_refusing_buys_what_is_counted_and_no_more(refuser: Refuser) -> None:
    held, said = examine_refuser(refuser, range(SEED, SEED + MATCHES), map)
    assert held, said


@pytest.mark.parametrize("dice", [1, 3])
def test_what_the_server_knows_leaves_every_throw_open(dice: int) -> None:
    held, said = examine_dump(dice, SEED, 10 * 6**dice)
    assert held, said


def test_without_the_players_it_would_be_determined() -> None:
    """A mix that forgets what the players reveal: the same question must find it out."""

    def forgetful(bound: bytes, throw: int, _: Any) -> bytes:
        return throws.mix(bound, throw, [])

    assert dumped(SEED, 60, 1, forgetful) < LIMIT
