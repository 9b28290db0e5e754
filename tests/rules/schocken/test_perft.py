"""Dice perft of Schocken: event sequences to a depth and their mass, by two implementations of the rules.

Masses are whole numbers over 216 ** depth: an event with n dice that falls in w of 6 ** n ways has the mass
w * 6 ** (3 - n), a lot of n is shared equally, and a decision counts fully for each of its moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import pytest

from knobel.rules import schocken
from knobel.rules.dice import awaits, outcomes
from knobel.rules.game import Chance, Decision, Lot, Over, read_options

from .ladder import ladder, places
from .reference import Plain, Pub

Summary: TypeAlias = tuple[Any, ...]
Census: TypeAlias = dict[Summary, tuple[int, int]]
"""For each situation that can be reached, the number of sequences that lead to it and their mass."""


def engine_census(options: Plain, players: int, depth: int, quick: bool) -> Census:
    """By the engine: its pending events and its chance outcomes. `quick`: all players stand at once."""
    first = schocken.start(read_options(schocken.GAME, options), players)
    layer = {engine_summary(first): (1, 1, first)}
    for _ in range(depth):
        following: dict[Summary, tuple[int, int, schocken.State]] = {}
        for count, mass, state in layer.values():
            for event, share in engine_events(state, quick):
                after = schocken.play(state, event)
                summary = engine_summary(after)
                counted, weighed, _ = following.get(summary, (0, 0, after))
                following[summary] = (counted + count, weighed + mass * share, after)
        layer = following
    return {summary: (count, mass) for summary, (count, mass, _) in layer.items()}


def engine_events(state: schocken.State, quick: bool) -> Iterator[tuple[schocken.Event, int]]:
    match schocken.pending(state):
        case Lot(events=events):
            yield from ((event, 216 // len(events)) for event in events)
        case Chance(event=wanted):
            yield from outcomes(wanted)
        case Decision(moves=moves):
            for move in moves:
                if isinstance(move, schocken.Throw) and not quick:
                    yield from ((event, weight * 6 ** (3 - len(event.dice))) for event, weight in outcomes(move))
                elif not awaits(move):
                    yield move, 216
        case Over():
            pass


def engine_summary(state: schocken.State) -> Summary:
    hands = () if state.cups_up else tuple((h.kept, h.thrown, h.throws) if h.throws else None for h in state.hands)
    return (state.stones, state.middle, state.lost, state.rounds, state.seat, state.phase, hands)


def plain_census(options: Plain, players: int, depth: int, quick: bool) -> Census:
    """By the reference implementation, with ordered dice; one history represents all that lead to the same state."""
    first = retold(options, players, [])
    layer: dict[Summary, tuple[int, int, Pub, list[Plain]]] = {plain_summary(first): (1, 1, first, [])}
    for _ in range(depth):
        following: dict[Summary, tuple[int, int, Pub, list[Plain]]] = {}
        for count, mass, pub, history in layer.values():
            for event, share in plain_events(pub, quick):
                longer = [*history, event]
                after = retold(options, players, longer)
                counted, weighed, *_ = following.get(plain_summary(after), (0, 0))
                following[plain_summary(after)] = (counted + count, weighed + mass * share, after, longer)
        layer = following
    return {summary: (count, mass) for summary, (count, mass, *_) in layer.items()}


def retold(options: Plain, players: int, history: list[Plain]) -> Pub:
    pub = Pub(players, options)
    for event in history:
        pub.send(event)
    return pub


def plain_events(pub: Pub, quick: bool) -> Iterator[tuple[Plain, int]]:
    asked = pub.asked
    for event in asked.events:
        if "dice" not in event:
            yield event, 216 // len(asked.events) if asked.kind == "lot" else 216
        elif asked.kind == "dice" or not quick:
            for fall, share in falls(len(event["dice"])).items():
                yield {**event, "dice": list(fall)}, share


@cache
def falls(count: int) -> dict[tuple[int, ...], int]:
    """Three dice fall one by one, and only the first `count` are looked at."""
    shares: dict[tuple[int, ...], int] = {}
    for fall in product(range(1, 7), repeat=3):
        seen = tuple(sorted(fall[:count]))
        shares[seen] = shares.get(seen, 0) + 1
    return shares


def plain_summary(pub: Pub) -> Summary:
    cups = [pub.lying.get(seat) for seat in range(pub.players)]
    begins = pub.asked.seat == pub.next_beginner and pub.asked.kind == "dice"
    lifted = begins or pub.asked.kind in ("lot", "over")
    hands = () if lifted else tuple(c and (c.kept, tuple(sorted(c.thrown)), c.throws) for c in cups)
    phase = {"lot": "starter", "dice": "throw", "choice": "decide", "over": "over"}[pub.asked.kind]
    seat = pub.losers[-1] if pub.asked.kind == "over" else pub.asked.seat or 0
    return (tuple(pub.stones.values()), pub.middle, tuple(pub.losers), pub.rounds, seat, phase, hands)


EVERY_CHOICE: list[Plain] = [
    {"stones": 1},
    {"stones": 2, "sixes": True, "kept_dice": "stay"},
    {"stones": 1, "sixes": True, "hand_only": True, "jule": True, "covered": "last", "ties": "throws_then_order"},
]


@pytest.mark.rule("S3", "S4", "H1")
@pytest.mark.parametrize("options", EVERY_CHOICE, ids=str)
def test_every_sequence_of_the_first_turn(options: Plain) -> None:
    assert engine_census(options, 2, 3, quick=False) == plain_census(options, 2, 3, quick=False)


@pytest.mark.rule("S4")
def test_the_number_of_sequences_by_hand() -> None:
    """Two seats, 56 throws, then stand, or keep nothing, one or two dice and throw the others.

    Each of the six faces can be kept of 21 throws (the other two dice are free), each of the 21 pairs of six.
    """
    again = 56 * (1 + 56) + 6 * 21 * 21 + 21 * 6 * 6
    expected = [1, 2, 2 * 56, 2 * again]
    for depth, sequences in enumerate(expected):
        assert sum(count for count, _ in engine_census({}, 2, depth, quick=False).values()) == sequences


QUICK: list[tuple[Plain, int]] = [
    ({"stones": 1}, 10),
    ({"stones": 2, "jule": True, "general_beats_schock2": True}, 10),
    ({"stones": 13, "ties": "throws_then_order"}, 4),
    ({"stones": 2, "length": "half"}, 7),
]


@pytest.mark.rule("S2", "S3", "S7", "S8", "S9", "S10", "S11", "H3", "H4")
@pytest.mark.parametrize(("options", "depth"), QUICK, ids=str)
def test_every_sequence_of_quick_games(options: Plain, depth: int) -> None:
    """A round is three events, so that these are one to three rounds after the lot."""
    assert engine_census(options, 2, depth, quick=True) == plain_census(options, 2, depth, quick=True)


@pytest.mark.rule("S2", "S3", "S7", "S8")
def test_how_often_a_final_is_played() -> None:
    """With one stone a half is one round, and its loser begins the next: the losers differ unless the beginner loses.

    Games without a final are over after seven events; only finals reach the tenth.
    """
    where = places(ladder())
    falls_at = [where[tuple(sorted(fall)), True] for fall in product(range(1, 7), repeat=3)]
    beginner_loses = Fraction(sum(first > second for first in falls_at for second in falls_at), 6**6)
    finals = engine_census({"stones": 1}, 2, 10, quick=True)
    assert Fraction(sum(mass for _, mass in finals.values()), 216**10) == 1 - beginner_loses


def test_probabilities_sum_to_one() -> None:
    for depth in range(8):
        census = engine_census({"stones": 3, "covered": "last"}, 2, depth, quick=True)
        assert sum(mass for _, mass in census.values()) == 216**depth
