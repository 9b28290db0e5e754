"""Sources of values for a half of Schocken: solved tables for two to five players, the approximation for all others.

A source answers for all seats from the round's beginner on, those who are out included: the risks before the round, and
the values of the next player's finals when the players before ended with what is `seen`.

Three and four players have two tables per rule set: a half played for its own sake, and the first half of a game. The
second half needs no table. If the beginner of a final loses it with chance *b*, then losing the second half costs each
player *b* more than not losing it: the loser of the first half 1 instead of 1 - *b*, the others *b* instead of 0. So
all play the second half for its own sake. Five players have tables for the half only.
"""

from __future__ import annotations

from functools import lru_cache
from threading import RLock
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from ...rules.errors import BadOptions
from ...rules.schocken import MOST_THROWS, Options
from .. import table_files
from ..arrays import Floats
from ..progress import Progress, silent
from .closing import fill_open_throws, is_open, worth_of_late, worth_of_open
from .few import HalfValues, State, Stones
from .finals import decide
from .five import PLAYERS as FIVE
from .five import CoveredThrows
from .five import worth_of_beginner as worth_of_beginner_of_five
from .five import worth_of_follower as worth_of_follower_of_five
from .half import MOST_STONES as MOST_STONES_OF_TWO
from .hands import hands_of
from .many import KnownHalf, ManyPlayers, Tables, by_outcome, worth_of_beginner, worth_of_follower
from .symmetric import Round, SymmetricHalf
from .two import half_table

Stage: TypeAlias = Literal["half", "first"]
"""A half that all play for its own sake, or the first half of a game."""

MOST_PLAYERS: Final = FIVE
"""More players are not solved exactly."""
MOST_SOLVED: Final = 3
"""Tables for more players take hours, so they are built once and shipped."""
MOST_STONES: Final = 20
"""The most stones that are solved for three."""

_MOST_CLOSING: Final = 8
"""Rounds of up to so many players are exact for given values after them, except for players before the last three while
throws are covered."""
_CLOSING: Final = 2
"""The last players whose values take long to compute are followed by so many."""

_VERSION: Final = "schocken-circle/1"  # in the headers of the shipped tables
_solving: Final = RLock()
_knowing: Final = RLock()
"""Held briefly only, so that `known` never waits for a solver."""
_known: Final[dict[tuple[Options, int, Stage], HalfValues]] = {}


def known(options: Options, players: int, stage: Stage) -> HalfValues | None:
    """The values of a stage if a table is shipped or cached."""
    with _knowing:
        key = options, players, stage
        if key not in _known:
            name = table_name(options, players, stage)
            kept = table_files.shipped(*name) or table_files.cached(*name)
            if kept is None:
                return None
            if stage == "first" and known(options, players, "half") is None:
                return None  # it gives the cost of losing the first half
            _known[key] = unpacked(options, players, stage, kept)
        return _known[key]


def solved(options: Options, players: int, stage: Stage, progress: Progress = silent) -> HalfValues:
    """The values of a stage, solved if necessary and cached on disk."""
    if players > MOST_SOLVED:
        raise BadOptions(f"a half of {players} players takes hours to solve, so only shipped tables are used", "S1")
    if options.stones > MOST_STONES:
        raise BadOptions(f"Schocken for three is solved with up to {MOST_STONES} stones, not {options.stones}", "S1")
    with _solving:
        half = known(options, players, stage)
        if half is None:
            if stage == "first":
                solved(options, players, "half", progress)
            half = unpacked(options, players, stage)
            half.solve(progress)
            table_files.save(*table_name(options, players, stage), packed(half))
            remember(options, players, stage, half)
        return half


def remember(options: Options, players: int, stage: Stage, half: HalfValues) -> None:
    """Memoize the values of a stage."""
    _known[options, players, stage] = half


def stage_ends(options: Options, players: int, stage: Stage) -> Floats:
    """The cost to each player when one of them loses the half, from the loser on.

    S2, S3: the loser of the first half begins the second; the loser of that one begins the final, if there is one. The
    first half needs the half for its own sake to be known.
    """
    if stage == "half":
        alone: Floats = np.eye(players)[0]
        return alone
    fresh = half_table(options).risk(options.stones, 0)
    if players == 2:
        second = np.array([fresh, 1 - fresh])
    else:
        half = known(options, players, "half")
        assert half is not None, "the half for its own sake comes first"
        second = half.value(options.stones, (0,) * players)
    return in_second_half(fresh, second, loser=0)


def in_second_half(begins_final: float, risks: Floats, loser: int) -> Floats:
    """The risks to lose the game from those to lose its second half, when this player lost the first one."""
    chances = begins_final * risks
    chances[loser] += 1 - begins_final
    return chances


def table_name(options: Options, players: int, stage: Stage | Literal["covered", "symmetric"]) -> tuple[str, str]:
    """The name of a table and its version, which changes with the method; the name with the rules."""
    rules = f"{options.stones}-{options.ties}-{options.covered}-{hands_of(options).fingerprint()}"
    return f"schocken-{players}-{stage}-{rules}", _VERSION


def packed(half: HalfValues | SymmetricHalf) -> bytes:
    """The values of the states that are solved, in their order."""
    states = half.states() if isinstance(half, SymmetricHalf) else half.all_states()
    values = [half.values[state] for state in states if state in half.values]
    return np.array(values).astype("<f8").tobytes()


def unpacked(options: Options, players: int, stage: Stage, table: bytes = b"") -> HalfValues:
    """The half with the values of a table, which may be incomplete."""
    half = HalfValues(options, half_table(options), stage_ends(options, players, stage))
    values = np.frombuffer(table, dtype="<f8").astype(np.float64).reshape(-1, players)
    half.values = dict(zip(half.all_states(), values, strict=False))
    return half


Seen: TypeAlias = tuple[int, ...]
"""The finals of those who have finished, as the followers count them."""


Effort: TypeAlias = Literal["solve", "known", "approximate"]
"""Solve missing tables, use available ones only, or approximate all but two players."""


class Errors(NamedTuple):
    """Standard errors of a risk, and of the difference between the risks of two moves."""

    risk: float
    difference: float


EXACT: Final = Errors(0.0, 0.0)
APPROXIMATE: Final = Errors(0.0044, 0.0026)
"""Of the chance to lose the half, if one player fewer is solved: 95 of 100 values are within 1.96 errors.

Fitted to decisions of four players, the next ones to three and five (`python -m benchmarks.schocken_five`).
"""
OF_THREE: Final = Errors(0.0039, 0.0031)
"""The same for three players without a table."""
FEW_SOLVED: Final = Errors(0.0055, 0.0034)
"""The same if two players fewer or more are not solved, either."""
SYMMETRIC: Final = {1: Errors(0.00125, 0.0011), 2: Errors(0.0014, 0.0011), 3: Errors(0.0014, 0.0011)}
"""The same with an approximated half of the players and all smaller ones, if one, two or three fewer are solved.

These are measured with five players; six to eight are taken to be like them.
"""
AS_HALF: Final = Errors(0.0001, 0.00004)
"""Of the chance to lose the game, if the first half is solved for its own sake; measured with four players."""
AS_HALF_OF_MANY: Final = Errors(0.00025, 0.00006)
"""The same if the half of all players is approximated, and that of those who are left is solved."""


class Source(Protocol):
    """Values of a half; `limit` is the number of throws of the next player."""

    def __hash__(self) -> int: ...

    @property
    def errors(self) -> Errors: ...

    def risks(self, middle: int, held: Stones) -> Floats: ...

    def worth(self, middle: int, held: Stones, limit: int, seen: Seen) -> Floats: ...


class Solved:
    """A half that is solved, for all seats, or for those alone that still take part in it."""

    errors = EXACT

    def __init__(self, half: HalfValues) -> None:
        self._solved_half = half

    def risks(self, middle: int, held: Stones) -> Floats:
        seats = self._seats(held)
        risks = np.zeros(len(held))
        risks[seats] = self._solved_half.value(middle, tuple(held[seat] for seat in seats))
        return risks

    def worth(self, middle: int, held: Stones, limit: int, seen: Seen) -> Floats:
        seats = self._seats(held)
        state = middle, tuple(held[seat] for seat in seats)
        worth = self._round(state, limit, seen)
        by_seat = np.zeros((len(worth), len(held)))
        by_seat[:, [seats[each] for each in self._solved_half.order(state)]] = worth
        return by_seat

    def _round(self, state: State, limit: int, seen: Seen) -> Floats:
        return self._solved_half.rounds.worth(self._solved_half.pays(state), limit, seen)

    def _seats(self, held: Stones) -> list[int]:
        if self._solved_half.players == len(held):
            return list(range(len(held)))
        return [seat for seat, stones in enumerate(held) if stones]


class SolvedFive(Solved):
    """A half of five players that is solved, with a table for the beginner's covered throws."""

    def __init__(self, half: HalfValues, covered: CoveredThrows) -> None:
        super().__init__(half)
        self._covered = covered

    def _round(self, state: State, limit: int, seen: Seen) -> Floats:
        if seen:
            return worth_of_follower_of_five(self._solved_half, state, limit, seen)
        return worth_of_beginner_of_five(self._solved_half, self._covered, state)


class Approximate:
    """The approximation; before the last players of a round the decider's risk is kept, and the others' are scaled."""

    def __init__(self, many: ManyPlayers, errors: Errors, half: SymmetricHalf | None = None) -> None:
        self.many = many
        self.errors = errors
        self._half = half

    def risks(self, middle: int, held: Stones) -> Floats:
        """By a table of this half if there is one, else by the values of the beginner's finals."""
        if self._half is not None:
            seats = [seat for seat, stones in enumerate(held) if middle or stones]
            of_all = np.zeros(len(held))
            of_all[seats] = self._half.value(middle, tuple(held[seat] for seat in seats))
            return of_all
        rounds, worth = self.many.rounds, self.worth(middle, held, MOST_THROWS, ())
        risks: Floats = decide(rounds.tables, rounds.beginner, 0, worth, np.empty(len(worth)))
        return risks

    def worth(self, middle: int, held: Stones, limit: int, seen: Seen) -> Floats:
        worth = self._round((middle, held), limit, seen)
        by_seat = np.zeros((len(worth), len(held)))
        by_seat[:, [seat for seat, stones in enumerate(held) if middle or stones]] = worth
        return by_seat

    def _round(self, state: State, limit: int, seen: Seen) -> Floats:
        rounds, pays = self.many.rounds, self.many.pays(state)
        follow = len(pays) - len(seen) - 1
        if len(pays) > _MOST_CLOSING:
            means = by_outcome(pays)
            worth = worth_of_follower(rounds, limit, seen, means) if seen else worth_of_beginner(rounds, means)
            return _scaled(worth, len(seen))
        if seen and is_open(rounds.followers[limit]):
            return worth_of_open(self.many, state, limit, seen)
        if seen and follow <= _CLOSING:
            return worth_of_late(rounds, limit, seen, pays)
        if seen:
            return _scaled(worth_of_follower(rounds, limit, seen, by_outcome(pays)), len(seen))
        closed = [each for each, finals in rounds.followers.items() if not is_open(finals)]
        worth = _scaled(worth_of_beginner(rounds, by_outcome(pays), closed), 0)
        fill_open_throws(self.many, state, worth)
        return worth


def _scaled(worth: Floats, player: int) -> Floats:
    """Values that add up to one, with those of the player who decides unchanged."""
    own: Floats = np.clip(worth[:, player], 0, 1)
    totals = np.delete(worth, player, axis=1).sum(axis=1)
    worth *= np.divide(1 - own, totals, out=np.zeros(len(own)), where=totals > 0)[:, np.newaxis]
    worth[:, player] = own
    return worth


def source_of(
    options: Options, players: int, taking_part: int, stage: Stage, effort: Effort, progress: Progress = silent
) -> Source:
    """The best source for a half of `players` of whom `taking_part` are not out; in a first half all seats matter."""
    seats = players if stage == "first" else taking_part
    half = _solved_half(options, seats, stage, effort, progress)
    covered = _covered_throws(options) if seats == FIVE else None
    if half is None or (covered is None and seats == FIVE):
        return _approximate(options, players, taking_part)
    return _solved(half, covered)


def _solved_half(options: Options, seats: int, stage: Stage, effort: Effort, progress: Progress) -> HalfValues | None:
    if seats > MOST_PLAYERS or options.stones > MOST_STONES_OF_TWO:
        return None
    if seats == 2:
        half_table(options, progress)
        return _two(options, stage)
    if effort == "solve" and seats <= MOST_SOLVED and options.stones <= MOST_STONES:
        return solved(options, seats, stage, progress)
    return None if effort == "approximate" else known(options, seats, stage)


@lru_cache(maxsize=32)
def _two(options: Options, stage: Stage) -> HalfValues:
    return HalfValues(options, half_table(options), stage_ends(options, 2, stage))


@lru_cache(maxsize=32)
def _solved(half: HalfValues, covered: CoveredThrows | None) -> Solved:
    return Solved(half) if covered is None else SolvedFive(half, covered)


@lru_cache(maxsize=32)
def _covered_throws(options: Options) -> CoveredThrows | None:
    half, table = known(options, FIVE, "half"), table_files.shipped(*table_name(options, FIVE, "covered"))
    if half is None or table is None:
        return None
    return CoveredThrows([state for state in half.all_states() if state[0] or 0 not in state[1]], table)


_symmetric: Final[dict[tuple[Options, int], SymmetricHalf]] = {}


def symmetric(options: Options, players: int) -> SymmetricHalf | None:
    """The approximated half of so many players, if its table is shipped or memoized."""
    if (options, players) not in _symmetric:
        table = table_files.shipped(*table_name(options, players, "symmetric"))
        if table is None:
            return None
        half = SymmetricHalf(options.stones, players)
        values = np.frombuffer(table, dtype="<f8").astype(np.float64).reshape(-1, players)
        half.values = dict(zip(half.states(), values, strict=True))
        remember_symmetric(options, half)
    return _symmetric[options, players]


def remember_symmetric(options: Options, half: SymmetricHalf) -> None:
    """Memoize an approximated half."""
    _symmetric[options, half.players] = half


def solve_symmetric(options: Options, players: int, fewer: Tables, progress: Progress = silent) -> SymmetricHalf:
    """Approximate the half of so many players by its own rounds, with the known halves of fewer."""
    half = SymmetricHalf(options.stones, players)
    guess = ManyPlayers(options, players, tables=fewer)

    def rounds() -> Round:
        """A new source, because the last rounds are memoized by it."""
        return Approximate(ManyPlayers(options, players, tables={**fewer, players: half}), APPROXIMATE).risks

    half.solve(lambda middle, held: guess.after((middle, held)), rounds, progress)
    return half


def known_halves(options: Options, players: int) -> dict[int, KnownHalf]:
    """The halves of two to so many players for which there are tables, solved or else approximated."""
    found = dict[int, KnownHalf]()
    if options.stones <= MOST_STONES_OF_TWO:
        for left in range(2, players + 1):
            solved_half = _solved_half(options, left, "half", "known", silent)
            half = symmetric(options, left) if solved_half is None else solved_half
            if half is not None:
                found[left] = half
    return found


@lru_cache(maxsize=32)
def _approximate(options: Options, players: int, taking_part: int) -> Approximate:
    """The approximation for a round of `taking_part`, with the tables at hand of halves of fewer players."""
    tables, half = known_halves(options, taking_part - 1), symmetric(options, taking_part)
    if half is not None:
        tables[taking_part] = half
    return Approximate(ManyPlayers(options, players, tables=tables), _errors(taking_part, tables), half)


def _errors(taking_part: int, tables: Tables) -> Errors:
    if set(range(2, taking_part + 1)) <= tables.keys():
        solved_players = max(players for players, half in tables.items() if not isinstance(half, SymmetricHalf))
        return SYMMETRIC.get(taking_part - solved_players, FEW_SOLVED)
    if taking_part - 1 not in tables or taking_part > MOST_PLAYERS:
        return FEW_SOLVED
    return OF_THREE if taking_part == 3 else APPROXIMATE
