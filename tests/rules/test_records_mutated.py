"""A record with one event changed is refused at the first impossible event, or it is still a legal game."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from knobel.rules import GAMES, records
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadRecord
from knobel.rules.game import AnyGame
from knobel.rules.session import Session

from .mutations import MUTATIONS, Mutation, mutate_and_check
from .random_games import random_game, random_real_dice_game
from .schocken.reference import Pub


def random_record(game: AnyGame, seed: int) -> Session:
    """A short game; every other one is played with real dice."""
    source = SeededDice(seed)
    return random_real_dice_game(game, source) if seed % 2 else random_game(game, source, long=False)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_first_impossible_event_is_named(game: AnyGame, mutation: Mutation) -> None:
    """Twenty games, each mutated at five places; the seed is the number of the game."""
    became: Counter[str] = Counter()
    for seed in range(20):
        source = SeededDice(seed, stream=1)
        document = json.loads(records.dumps(random_record(game, seed)))
        for _ in range(5):
            at = source.draw(len(document["events"]))
            became[mutate_and_check(document, mutation, at, source)] += 1
    assert became["refused"] + became["other result"] > 0, "this mutation changes nothing"


def second_opinion(document: Any) -> int | None:
    """The first impossible event of a game of Schocken by the reference implementation."""
    pub = Pub(len(document["players"]), document["options"])
    for index, plain in enumerate(document["events"]):
        if not isinstance(plain, dict):
            return index
        event = {"keep": [], "dice": [0, 0, 0], **plain} if plain.get("e") == "throw" else plain  # the defaults
        if not pub.allows(event):
            return index
        pub.send(event)
    return None


@pytest.mark.parametrize("mutation", MUTATIONS[1:], ids=lambda mutation: mutation.__name__)
def test_the_reference_implementation_of_schocken_agrees(mutation: Mutation) -> None:
    """Without the first mutation: the reference implementation compares with ==, for which 1 is 1.0."""
    for seed in range(40):
        source = SeededDice(seed, stream=2)
        document = json.loads(records.dumps(random_record(GAMES["schocken"], seed)))
        del document["result"]
        mutation(document["events"], source.draw(len(document["events"])), source)
        expected = second_opinion(document)
        found: int | None = None
        try:
            records.replay(document)
        except BadRecord as error:
            found = error.event
        assert found == expected, (seed, document)
