"""Schocken for three, solved: what every seat risks at any time of a game, and what every move makes of it.

Everybody plays for the same objective: not to lose this `half`, or not to lose the `game`. Among three they differ,
because who has lost a half already fears the next one more than the others do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ..rules import schocken as rules
from ..rules.errors import BadOptions
from ..rules.game import FACE_DOWN, Decision, Dice
from ..rules.schocken import Event, Hand, Options, State, Throw
from .schocken import ALIKE, half_table, round_of_two
from .schocken_half import Progress, silent
from .schocken_hands import Floats, hands_of
from .schocken_kernel import THROWS
from .schocken_round import Plan
from .schocken_three import PLAYERS, Stones
from .schocken_three_game import Stage, half_of_three, stage_ends
from .schocken_three_kernel import begins, face, lasts, seconds

Objective: TypeAlias = Literal["half", "game"]
Risks: TypeAlias = tuple[float, ...]


class Prospect(Struct, frozen=True):
    """A move, and the chance of each seat to lose after it."""

    move: Event
    risks: Risks


class Outlook(Struct, frozen=True):
    """The chance of each seat to lose, and at a decision every move, the best for the seat that decides first.

    Of equal moves the first is the one that the solver takes: standing, else the fewest and then the lowest dice.
    """

    risks: Risks
    moves: tuple[Prospect, ...] = ()


def outlook(state: State, objective: Objective = "game", progress: Progress = silent) -> Outlook:
    """What every seat risks in a state or a view, and with which move; covered dice count as hidden."""
    if state.players != PLAYERS:
        raise BadOptions(f"this is for three players, not for {state.players}", "S1")
    if state.phase == "over":
        return Outlook(tuple(float(seat == state.lost[-1]) for seat in range(PLAYERS)))
    if state.phase == "starter":
        return Outlook((1 / PLAYERS,) * PLAYERS)  # S3: the lot is fair
    table = _Table(rules.view(state, None), objective, progress)
    if state.cups_up:
        return Outlook(table.before_a_round())
    if state.phase == "throw":
        return Outlook(table.throwing(1, ()))
    waits, throws = rules.pending(state), state.hands[state.seat].throws
    assert isinstance(waits, Decision)
    moves = [
        Prospect(move, table.throwing(throws + 1, move.keep) if isinstance(move, Throw) else table.standing())
        for move in waits.moves
    ]
    moves.sort(key=lambda prospect: round(prospect.risks[state.seat] / ALIKE))
    return Outlook(moves[0].risks, tuple(moves))


class _Faced(NamedTuple):
    """The final dice of a player as others face them: a rank, or if they are hidden what was kept."""

    throws: int
    hidden: bool
    number: int


class _Table:
    """The seats before or in a round in which two or three of them take part."""

    def __init__(self, state: State, objective: Objective, progress: Progress) -> None:
        self._state = state
        self._options = state.options
        self._hands = hands_of(state.options)
        self._stage: Stage = "half" if objective == "half" else ("first", "second", "half")[len(state.lost)]
        self._ends = stage_ends(state.options, self._stage, progress)
        self._progress = progress
        beginner = state.seat if state.cups_up else state.beginner
        self._order = rules.in_round(replace(state, cups_up=False, beginner=beginner))

    def before_a_round(self) -> Risks:
        """While the loser of the last round has not thrown."""
        state = self._state
        if len(self._order) == 2:
            return self._of_two(state.seat, half_table(self._options).risk(state.middle, state.stones[state.seat]))
        three = half_of_three(self._options, self._stage, self._progress)
        return self._by_seat(three.value(*self._position()))

    def standing(self) -> Risks:
        state, hand = self._state, self._state.hands[self._state.seat]
        if len(self._order) == 2:
            return self._of_two(state.seat, self._plan_of_two().standing(hand))
        standing, _ = self._plan_of_three()
        return self._by_seat(standing[hand.throws, self._rank(hand)])

    def throwing(self, number: int, keep: Dice) -> Risks:
        if len(self._order) == 2:
            return self._of_two(self._state.seat, self._plan_of_two().throwing(number, keep))
        _, throwing = self._plan_of_three()
        return self._by_seat(throwing[number, self._hands.keeps[keep]])

    def _plan_of_two(self) -> Plan:
        state, (beginner, _) = self._state, self._order
        now = round_of_two(self._options, state.middle, state.stones[beginner])
        return now.beginner if state.seat == beginner else now.follower(state.hands[beginner])

    def _plan_of_three(self) -> tuple[Floats, Floats]:
        before = self._order[: self._order.index(self._state.seat)]
        half_of_three(self._options, self._stage, self._progress)
        return _plan(self._options, self._stage, *self._position(), tuple(map(self._faced, before)))

    def _faced(self, seat: int) -> _Faced:
        hand = self._state.hands[seat]
        hidden = FACE_DOWN in hand.thrown
        return _Faced(hand.throws, hidden, self._hands.keeps[hand.kept] if hidden else self._rank(hand))

    def _rank(self, hand: Hand) -> int:
        return int(self._hands.tables.rank[self._hands.number[hand.kept, hand.thrown]])

    def _position(self) -> tuple[int, int, Stones]:
        a, b, c = (self._state.stones[seat] for seat in self._order)
        return self._name(self._order[0]), self._state.middle, (a, b, c)

    def _name(self, seat: int) -> int:
        """The solver's name of a seat: in a second half it counts from the loser of the first."""
        return (seat - self._state.lost[0]) % PLAYERS if self._stage == "second" else seat

    def _by_seat(self, values: Floats) -> Risks:
        return tuple(float(values[self._order.index(seat)]) for seat in range(PLAYERS))

    def _of_two(self, seat: int, risk: float) -> Risks:
        """When only this seat or the other one can lose the half."""
        other = sum(self._order) - seat
        risks = risk * self._end(seat) + (1 - risk) * self._end(other)
        return tuple(float(risks[self._name(each)]) for each in range(PLAYERS))

    def _end(self, loser: int) -> Floats:
        """What each player suffers, by name, when this seat loses the half."""
        name = self._name(loser)
        return np.roll(self._ends[0], name) if len(self._ends) == 1 else self._ends[name]


@lru_cache(maxsize=1 << 14)
def _plan(
    options: Options, stage: Stage, beginner: int, middle: int, held: Stones, faced: tuple[_Faced, ...]
) -> tuple[Floats, Floats]:
    """What standing and throwing are worth to all, when the player does it who faces these dice."""
    three, hands = half_of_three(options, stage), hands_of(options)
    pays, tables = three.pays((beginner, middle, held)), hands.tables
    standing = np.empty((THROWS + 1, len(tables.deals), PLAYERS))
    throwing = np.empty((THROWS + 1, len(hands.keeps), PLAYERS))
    mixtures = [np.empty(len(tables.deals)) for _ in faced]
    for each, mixture in zip(faced, mixtures, strict=True):
        face(tables, each.hidden, each.number, mixture)
    match faced:
        case ():
            begins(tables, three.by_throws, three.covers, pays, standing, throwing)
        case (first,):
            seconds(tables, three.by_throws, three.covers, first.throws, mixtures[0], pays, standing, throwing)
        case (first, second):
            lasts(
                tables, three.by_throws, first.throws, mixtures[0], second.throws, mixtures[1], pays, standing, throwing
            )
        case _:
            raise AssertionError("nobody follows the last player")
    return standing, throwing
