"""Cheating is detected or gains nothing; and the checks notice planted faults."""

from __future__ import annotations

from typing import Any

import pytest
from trials.cheaters.cheats import CHEATS, Cheat
from trials.cheaters.substitution import (
    SUBSTITUTIONS,
    ChangesChains,
    IgnoresAllAnchors,
    IgnoresOneAnchor,
    Substitution,
    substitute,
)
from trials.cheaters.trial import (
    LIMIT,
    REFUSERS,
    Refuser,
    dumped,
    examine_cheat,
    examine_dump,
    examine_refuser,
    examine_substitution,
)

from knobel.fair import throws

GAMES, MATCHES, SEED = 2, 6, 1


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_the_verifier_names_the_dishonest_throw(cheat: type[Cheat]) -> None:
    held, said = examine_cheat(cheat, range(SEED, SEED + GAMES), map)
    assert held, said


@pytest.mark.parametrize("kind", SUBSTITUTIONS, ids=lambda kind: kind.__name__)
def test_throws_with_substituted_chains_are_counted(kind: type[Substitution]) -> None:
    held, said = examine_substitution(kind, range(SEED, SEED + GAMES), map)
    assert held, said


def test_they_do_cheat() -> None:
    for kind in (IgnoresAllAnchors, IgnoresOneAnchor, ChangesChains):
        server = substitute(kind, SEED)
        assert server.cheated > 0
        assert server._throw > server.cheated


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
