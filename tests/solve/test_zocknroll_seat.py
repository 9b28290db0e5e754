"""Lookups of seats in stored policies, compared with a reference that uses only the events of random games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, count, product, takewhile
from random import Random
from typing import Literal, NamedTuple

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.rules.dice import SeededDice, draw, fill, orderings
from knobel.rules.game import FACE_DOWN, Chance, Decision, Dice, Lot
from knobel.rules.zocknroll import GAME, Cups, Drop, Event, Options, Starter, State, Stay, White, lifted
from knobel.solve.zocknroll.policy import DOUBT, Policy, belief, order, stays
from knobel.solve.zocknroll.turn import EXACT, Setting, setting

SEED = 20
EVENTS = 80
"""Events per game: enough for several turns, also with twelve players."""
GAMES = {3: 8, 4: 4}
"""Games per number of players."""
FIRST: tuple[Literal["starter", "left_of_starter"], ...] = ("starter", "left_of_starter")


def cups_of(size: int) -> list[Dice]:
    """What a cup can hold, in the order of the tables."""
    return list(combinations_with_replacement(range(1, 7), size))


def levels(one: Setting, random: Random) -> Policy:
    """An artificial policy in which every decision has a distinct value."""
    cups, players = len(one.cups), one.players
    if players <= EXACT[one.board]:
        first, second = 2**players - 1, 3**players - 2**players
    else:
        first, second = players * (players + 1) // 2, players * (players + 1) * (players + 2) // 6
    source = np.random.default_rng(random.getrandbits(32))
    return Policy(
        one,
        source.integers(0, 256, (56, first, cups), np.uint8),
        source.integers(0, 256, (56, 6, second, cups), np.uint8),
    )


class Rows(NamedTuple):
    """The number of each decision, by what was decided before in its round; in round 2 also by who came to it."""

    first: Mapping[tuple[bool, ...], int]
    second: Mapping[tuple[tuple[bool, ...], tuple[bool, ...]], int]


def exact_rows(players: int) -> Rows:
    """Shorter histories come first; of masks the one in which fewer of the last players stayed."""
    histories = [history for length in range(players) for history in product((False, True), repeat=length)]
    number, second = count(), dict[tuple[tuple[bool, ...], tuple[bool, ...]], int]()
    for backwards in product((False, True), repeat=players):
        came = backwards[::-1]
        second |= {(came, history): next(number) for history in histories if len(history) < sum(came)}
    return Rows({history: place for place, history in enumerate(histories)}, second)


def counted_row(came: tuple[bool, ...] | None, history: tuple[bool, ...]) -> int:
    """The shared rows: one for each number of players who decided, and of those who stayed."""
    within = len(history) * (len(history) + 1) // 2 + sum(history)
    if came is None:
        return within
    return sum(left * (left + 1) // 2 for left in range(1, sum(came))) + within


class Log:
    """What happened in this turn, from events alone."""

    def __init__(self, options: Options, players: int, policy: Policy) -> None:
        self.options, self.players, self.policy = options, players, policy
        self.rows = exact_rows(players) if players <= EXACT[options.board] else None
        self.white = list[int]()
        self.decisions: tuple[dict[int, bool], dict[int, bool]] = ({}, {})
        self.starter, self.turns = 0, -1

    def add(self, event: Event) -> None:
        match event:
            case Starter(seat):
                self.starter = seat
            case Cups():
                self.white, self.decisions, self.turns = [], ({}, {}), self.turns + 1
            case White(dice):
                self.white += sorted(dice)
            case Stay(seat) | Drop(seat):
                self.decisions[len(self.white) - 3][seat] = isinstance(event, Stay)

    def seats(self) -> list[int]:
        """N6 and N11."""
        first = self.starter + self.turns + (self.options.first_to_decide == "left_of_starter")
        return [(first + place) % self.players for place in range(self.players)]

    def chances(self, seat: int, playing_round: int) -> Iterator[float]:
        """How often each cup of a seat stays in a round, as those before it have decided."""
        said = self.decisions[playing_round - 1]
        before = tuple(stayed for other, stayed in takewhile(lambda each: each[0] != seat, said.items()))
        triple = cups_of(3).index(tuple(self.white[:3]))
        if playing_round == 1:
            row = self.rows.first[before] if self.rows else counted_row(None, before)
            found = self.policy.first[triple, row]
        else:
            came = tuple(self.decisions[0][other] for other in self.seats())
            row = self.rows.second[came, before] if self.rows else counted_row(came, before)
            found = self.policy.second[triple, self.white[3] - 1, row]
        for level in found:
            yield int(level) / 255

    def belief(self, seat: int) -> list[float]:
        """For a seat that has stayed whenever it decided."""
        size = 2 if self.options.board == "basic" else 3
        likely = [float(orderings(cup)) for cup in cups_of(size)]
        for playing_round in (1, 2):
            if seat in self.decisions[playing_round - 1]:
                chances = list(self.chances(seat, playing_round))
                likely = [old * ((1 - DOUBT) * new + DOUBT / 2) for old, new in zip(likely, chances, strict=True)]
        return [each / sum(likely) for each in likely]


def twin(state: State, seat: int, random: Random) -> State:
    """A state that the seat cannot distinguish from this one: other dice in hidden cups."""
    cups = [
        cup if number == seat or lifted(state, number) else tuple(sorted(random.choices(range(1, 7), k=len(cup))))
        for number, cup in enumerate(state.cups)
    ]
    return replace(state, cups=tuple(cups))


def check(policy: Policy, log: Log, state: State, random: Random) -> tuple[int, int]:
    """How many decisions and beliefs were compared."""
    decides = state.queue[0] if state.phase == "decide" else None
    if decides is not None:
        assert list(order(state)) == log.seats()
        cup = cups_of(len(state.cups[decides])).index(state.cups[decides])
        expected = list(log.chances(decides, len(state.white) - 2))[cup]
        for each in (state, GAME.view(state, decides), twin(state, decides, random)):
            assert stays(policy, each, decides) == expected
    observer = random.randrange(state.players)
    seen = [GAME.view(state, observer), twin(state, observer, random)]
    others = [seat for seat in range(len(state.cups)) if seat >= state.players or not state.dropped[seat]]
    for seat in others:
        for each in seen:
            assert belief(policy, each, seat) == pytest.approx(log.belief(seat), abs=1e-15)
    return int(decides is not None), len(others)


def played(state: State, random: Random, dice: SeededDice) -> Iterator[tuple[Event, State]]:
    """The first events of a game, and what comes of them."""
    for _ in range(EVENTS):
        match GAME.pending(state):
            case Lot() as lot:
                event = draw(lot, dice)
            case Chance(event=wanted):
                event = fill(wanted, dice)
            case Decision(moves=moves):  # staying more often than dropping, so that turns go on
                event = moves[0] if random.random() < 0.5 else random.choice(moves)
            case _:
                return
        state = GAME.play(state, event)
        yield event, state


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("board", ["basic", "pro"])
def test_stays_and_beliefs_follow_from_the_events(board: Literal["basic", "pro"], players: int) -> None:
    seed = SEED + players
    print("seed", seed)
    random, decisions, beliefs, met = Random(seed), 0, 0, set[tuple[tuple[bool, ...], tuple[bool, ...]]]()
    for first in FIRST:
        options = Options(board=board, first_to_decide=first)
        policy = levels(setting(options, players), random)
        for game in range(GAMES.get(players, 1)):
            log = Log(options, players, policy)
            for event, state in played(GAME.start(options, players), random, SeededDice(seed, game)):
                log.add(event)
                if state.phase in ("white", "decide", "mark"):
                    counted = check(policy, log, state, random)
                    decisions, beliefs = decisions + counted[0], beliefs + counted[1]
                if state.phase == "decide":
                    one, two = (tuple(stayed.values()) for stayed in log.decisions)
                    met.add((one, two))
    assert decisions > EVENTS / 2
    assert beliefs > EVENTS
    if players == 3:  # few histories, so that each of them is reached
        histories = [history for length in range(4) for history in product((False, True), repeat=length)]
        assert met == {
            *((history, ()) for history in histories if len(history) < 3),
            *((came, again) for came in histories if len(came) == 3 for again in histories if len(again) < sum(came)),
        }


def test_a_hidden_cup_cannot_be_looked_up() -> None:
    """The view of another seat does not show the cup."""
    options = Options()
    state = GAME.play(GAME.play(GAME.start(options, 4), Starter(0)), Cups(((1, 2), (3, 4), (5, 6), (1, 1))))
    state = GAME.play(state, White((2, 3, 5)))
    hidden = GAME.view(state, 2)
    assert hidden.cups[0] == (FACE_DOWN, FACE_DOWN)
    with pytest.raises(ValueError, match="not in tuple"):
        stays(levels(setting(options, 4), Random(SEED)), hidden, 0)
