"""Evaluation of any position of Schocken, for any number of players: the risk of every seat after every move.

    >>> from knobel.rules.schocken import Hand
    >>> hands = (Hand(thrown=(1, 1, 6), throws=1), Hand(), Hand(), Hand(), Hand(), Hand())
    >>> found = position_risks(State(Options(), (0,) * 6, 13, hands, "decide", cups_up=False), "half")
    >>> found.exact, found.moves[0].move.keep  # a third 1 would end the half at once
    (False, (1, 1))

All seats play for the same objective: not to lose this `half`, or not to lose the `game`; if a game is one half (S11)
that is the same. Two and three players are solved exactly, four and five where there is a table of their half, and more
by the approximation of `many`; a half of many becomes exact as soon as few enough take part.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ...rules import schocken as rules
from ...rules.game import FACE_DOWN, Decision
from ...rules.schocken import Event, Options, State, Throw
from ..arrays import Floats
from ..progress import Progress, silent
from .few import Stones
from .finals import key_of, plan
from .half import MOST_STONES
from .hands import hands_of
from .rounds import rounds_of
from .sources import AS_HALF, AS_HALF_OF_MANY, EXACT, Effort, Errors, Seen, Source, Stage, in_second_half, source_of
from .two import ALIKE, half_table

Objective: TypeAlias = Literal["half", "game"]
Risks: TypeAlias = tuple[float, ...]


class MoveOutcome(Struct, frozen=True):
    """A move, and the chance of each seat to lose after it."""

    move: Event
    risks: Risks


class PositionRisks(Struct, frozen=True):
    """The chance of each seat to lose, and at a decision every move, the best for the seat that decides first.

    Of equal moves the solver takes the first: standing, else keeping the fewest and then the lowest dice. Estimates
    have standard errors.
    """

    risks: Risks
    moves: tuple[MoveOutcome, ...] = ()
    errors: Errors = EXACT

    @property
    def exact(self) -> bool:
        return self.errors == EXACT


def position_risks(
    state: State, objective: Objective = "game", effort: Effort = "solve", progress: Progress = silent
) -> PositionRisks:
    """The risks of all seats in a state or a view, and after each move; covered dice count as hidden.

    Solving a missing table may take minutes; with the effort `known` it is approximated instead.
    """
    if state.phase == "over":
        return PositionRisks(tuple(float(seat == state.lost[-1]) for seat in range(state.players)))
    if state.phase == "starter":
        return PositionRisks((1 / state.players,) * state.players)  # S3: the lot is fair
    table = _Table(rules.view(state, None), objective, effort, progress)
    if state.cups_up:
        return PositionRisks(table.before_a_round(), errors=table.errors())
    if state.phase == "throw":
        return PositionRisks(table.throwing(1, 0), errors=table.errors())
    waits, throws, keeps = rules.pending(state), state.hands[state.seat].throws, hands_of(state.options).keeps
    assert isinstance(waits, Decision)
    moves = [
        MoveOutcome(move, table.throwing(throws + 1, keeps[move.keep]) if isinstance(move, Throw) else table.standing())
        for move in waits.moves
    ]
    moves.sort(key=lambda outcome: round(outcome.risks[state.seat] / ALIKE))
    return PositionRisks(moves[0].risks, tuple(moves), table.errors())


class _Table:
    """The seats before or in a round; sources count seats from its beginner on."""

    def __init__(self, state: State, objective: Objective, effort: Effort, progress: Progress) -> None:
        self._state = state
        if state.options.length == "half":
            objective = "half"
        self._options = replace(state.options, length="game")  # the same tables and caches for both lengths
        beginner = state.seat if state.cups_up else state.beginner
        self._order = rules.in_round(replace(state, cups_up=False, beginner=beginner))
        clockwise = tuple((beginner + each) % state.players for each in range(state.players))
        self._seats = self._order if len(state.lost) == 2 else clockwise
        self._held = tuple(state.stones[seat] for seat in self._seats)
        self._effort: Effort = effort
        self._progress = progress
        first_half = objective == "game" and not state.lost
        self._source = self._find("first" if first_half else "half", len(self._order))
        self._as_half = EXACT
        """The errors of a first half that is valued as if all played it for its own sake, if that half is exact."""
        self._suffers = np.eye(len(self._seats))
        """The cost to each seat, by the loser of the half."""
        if objective == "game" and len(state.lost) == 1:
            self._suffers = self._in_second_half(self._suffers, self._seats.index(state.lost[0]))
        elif first_half and self._source.errors != EXACT:
            self._source, whole = self._find("half", len(self._order)), self._find("half", state.players)
            self._as_half = AS_HALF if whole.errors == EXACT else AS_HALF_OF_MANY
            fresh = _fresh(whole, self._options.stones, state.players)
            ends = self._in_second_half(fresh[np.newaxis], 0)[0]
            self._suffers = np.array([np.roll(ends, loser) for loser in range(state.players)])

    def _find(self, stage: Stage, taking_part: int) -> Source:
        return source_of(self._options, len(self._seats), taking_part, stage, self._effort, self._progress)

    def _in_second_half(self, risks: Floats, loser: int) -> Floats:
        fewer = replace(self._options, stones=min(self._options.stones, MOST_STONES))
        begins_final = half_table(fewer).risk(fewer.stones, 0)
        return np.array([in_second_half(begins_final, row, loser) for row in risks])

    def errors(self) -> Errors:
        """The standard errors of the values; losing the half costs less than losing the game."""
        errors = self._source.errors
        if errors == EXACT:
            return self._as_half
        cost = float(self._suffers[0, 0] - self._suffers[1, 0])
        return Errors(cost * errors.risk, cost * errors.difference)

    def before_a_round(self) -> Risks:
        """While the loser of the last round has not thrown."""
        return self._by_seat(self._source.risks(self._state.middle, self._held))

    def standing(self) -> Risks:
        """When the seat whose turn it is stands."""
        worth, _ = self._plan()
        return self._by_seat(worth[self._final(self._state.seat)])

    def throwing(self, number: int, keep: int) -> Risks:
        """When it keeps these dice for its first, second or third throw."""
        _, throwing = self._plan()
        return self._by_seat(throwing[number, keep])

    def _plan(self) -> tuple[Floats, Floats]:
        state = self._state
        last, player = state.seat == self._order[-1], self._seats.index(state.seat)
        return _plan(self._source, self._options, state.middle, self._held, state.limit, self._seen(), player, last)

    def _seen(self) -> Seen:
        """The finals of the players before the seat whose turn it is."""
        return tuple(map(self._final, self._order[: self._order.index(self._state.seat)]))

    def _final(self, seat: int) -> int:
        """The final of a seat, or the one if it stood now."""
        rounds, hands, hand = rounds_of(self._options), hands_of(self._options), self._state.hands[seat]
        decides = seat == self._state.seat == self._state.beginner
        finals = rounds.beginner if decides else rounds.followers[self._state.limit]
        if FACE_DOWN in hand.thrown:
            return len(finals.deals) + hands.keeps[hand.kept]
        return int(key_of(finals, hand.throws, hands.tables.rank[hands.number[hand.kept, hand.thrown]]))

    def _by_seat(self, risks: Floats) -> Risks:
        suffered = dict(zip(self._seats, (risks @ self._suffers).tolist(), strict=True))
        return tuple(suffered.get(seat, 0.0) for seat in range(self._state.players))


@lru_cache(maxsize=32)
def _fresh(source: Source, stones: int, players: int) -> Floats:
    """The risks at the beginning of a half."""
    return source.risks(stones, (0,) * players)


@lru_cache(maxsize=1 << 11)
def _plan(
    source: Source, options: Options, middle: int, held: Stones, limit: int, seen: Seen, player: int, last: bool
) -> tuple[Floats, Floats]:
    """The values of a player's finals to all, and of keeping dice for each throw."""
    rounds = rounds_of(options)
    worth = source.worth(middle, held, limit, seen)
    finals = rounds.followers[limit]._replace(hidden=rounds.followers[limit].hidden and not last)
    return worth, plan(rounds.tables, finals if seen else rounds.beginner, player, worth)
