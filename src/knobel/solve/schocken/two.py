"""Schocken for two players, solved: the exact chance to lose the half and the game, for every position and move.

    >>> fresh = half_table(Options())
    >>> round(fresh.risk(middle=13, own=0), 4)  # the beginner sets the limit of throws, a small advantage
    0.4818
    >>> from knobel.rules.schocken import Hand, State
    >>> hands = (Hand(thrown=(1, 1, 6), throws=1), Hand())
    >>> [best, *_] = evaluate(State(Options(), (0, 0), 13, hands, "decide", cups_up=False)).moves
    >>> best.move.keep  # a Schock 6 deals out six stones, but one more 1 ends the half at once
    (1, 1)

No player sees under a covered cup, so a round has no private information. With two players a half has two outcomes, and
losing it is the worse one in every situation: playing each half optimally is optimal in the whole game too, and equal
moves change nothing for the other player.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ...rules import schocken as rules
from ...rules.errors import BadOptions
from ...rules.game import FACE_DOWN, Decision, Dice
from ...rules.schocken import Event, Hand, Options, State, Throw
from .. import table_files
from ..arrays import Floats
from ..progress import Progress, silent
from .half import MOST_STONES, THROWS, Half, begin, follow, mix
from .hands import Hands, hands_of


class Plan:
    """The value of every choice of one player in a round: the chance that this player loses the half."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.stand = np.full((THROWS + 1, len(hands.tables.deals)), np.nan)
        """By the number of throws taken and the rank; NaN where the rules allow no decision."""
        self.throw = np.full((THROWS + 1, len(hands.keeps)), np.nan)
        """By the number of the throw and what is kept for it."""

    def standing(self, hand: Hand) -> float:
        """With the dice of this hand, which lie open."""
        tables = self._hands.tables
        return float(self.stand[hand.throws, tables.rank[self._hands.number[hand.kept, hand.thrown]]])

    def throwing(self, throw: int, keep: Dice = ()) -> float:
        """Keeping these dice for the first, second or third throw."""
        return float(self.throw[throw, self._hands.keeps[keep]])


class Round:
    """The next round from a state of stones: the beginner's plan, and the follower's against each final hand."""

    def __init__(self, half: Half, hands: Hands, middle: int, own: int) -> None:
        self._half = half
        self._hands = hands
        self._pays = half.pays(middle, own)
        self._followers = dict[tuple[int, int], Plan]()
        self.beginner = Plan(hands)
        plan = self.beginner
        begin(hands.tables, half.by_throws, half.third_open, self._pays, plan.stand, plan.throw)

    def follower(self, beginner: Hand) -> Plan:
        """The plan against the beginner's final hand; against the mixture of all outcomes if its dice are face down."""
        tables = self._hands.tables
        mixture = np.zeros(len(tables.deals))
        if FACE_DOWN in beginner.thrown:
            faced = -1 - self._hands.keeps[beginner.kept]
            mix(tables, self._hands.keeps[beginner.kept], mixture)
        else:
            faced = int(tables.rank[self._hands.number[beginner.kept, beginner.thrown]])
            mixture[faced] = 1
        key = beginner.throws, faced
        if key not in self._followers:
            self._followers[key] = self._plan(beginner.throws, mixture)
        return self._followers[key]

    def _plan(self, limit: int, mixture: Floats) -> Plan:
        plan = Plan(self._hands)
        follow(self._hands.tables, self._half.by_throws, limit, mixture, self._pays, plan.stand, plan.throw)
        plan.stand, plan.throw = 1 - plan.stand, 1 - plan.throw
        return plan


__all__ = [
    "ALIKE",
    "MOST_STONES",
    "Evaluation",
    "Half",
    "MoveRisk",
    "evaluate",
    "game_risks",
    "half_table",
    "round_of_two",
]

ALIKE: Final = 1e-11
"""Moves whose risks differ by less are equally good; smaller differences are rounding errors."""

_VERSION: Final = "schocken-half/1"
_solving: Final = Lock()


class MoveRisk(Struct, frozen=True):
    """A move, and the chances of its player to lose the half and the game."""

    move: Event
    half: float
    game: float


class Evaluation(Struct, frozen=True):
    """The chance of a seat to lose this half, or the final, and the game.

    At a decision also every move with the risks of the seat that decides, the best first; of equal moves standing is
    the first, then as the rules list them.
    """

    seat: int
    half: float
    game: float
    moves: tuple[MoveRisk, ...] = ()

    @property
    def best(self) -> tuple[MoveRisk, ...]:
        """The best move, or all of them where several are equally good."""
        return tuple(worth for worth in self.moves if worth.half < self.moves[0].half + ALIKE)


def half_table(options: Options, progress: Progress = silent) -> Half:
    """The risks of a half or final in every state of stones; cached on disk."""
    options = replace(options, length="game")  # a half on its own is the same half (S11)
    with _solving:
        half = _half(options)
        if np.isnan(half.risk(options.stones, 0)):
            half.solve(progress)
            table_files.save(*_name(options), half.risks.astype("<f8").tobytes())
    return half


@lru_cache(maxsize=64)
def _half(options: Options) -> Half:
    kept = table_files.cached(*_name(options))
    if kept is None:
        return Half(options)
    side = options.stones + 1
    return Half(options, np.frombuffer(kept, dtype="<f8").astype(np.float64).reshape(side, side))


def _name(options: Options) -> tuple[str, str]:
    """The name of the table on disk, and its version, which changes with the rules and the method."""
    covered = "open" if options.covered == "none" else "covered"
    hands = hands_of(options).fingerprint()
    return f"schocken-half-{options.stones}-{options.ties}-{covered}-{hands}", _VERSION


def game_risks(options: Options, progress: Progress = silent) -> tuple[float, float]:
    """The chance to lose the whole game, from its first round: of the beginner, and of the other player."""
    begins = half_table(options, progress).risk(options.stones, 0)
    risk = begins * _after(options, begins, (0,), 0) + (1 - begins) * _after(options, begins, (1,), 0)
    return risk, 1 - risk


def _after(options: Options, begins: float, lost: tuple[int, ...], seat: int) -> float:
    """The chance of a seat to lose the game after these halves; S3: the loser of the last one begins the next."""
    if rules.is_lost(options, lost):
        return float(lost[-1] == seat)
    again, other = (_after(options, begins, (*lost, loser), seat) for loser in (lost[-1], 1 - lost[-1]))
    return begins * again + (1 - begins) * other


def evaluate(state: State, seat: int | None = None, progress: Progress = silent) -> Evaluation:
    """The risks of a seat, or without one of the seat whose turn it is, and those of the moves at a decision.

    A view is enough: covered dice count as hidden, even where the state shows them.
    """
    if state.players != 2:
        raise BadOptions(f"this is for two players, not for {state.players}", "S1")
    turn = _on_turn(half_table(state.options, progress), rules.view(state, None))
    if seat is None or seat == turn.seat:
        return turn
    return Evaluation(seat, 1 - turn.half, 1 - turn.game, turn.moves)


def _on_turn(table: Half, state: State) -> Evaluation:
    """The risks of the seat whose turn it is."""
    seat, begins = state.seat, table.risk(table.stones, 0)
    if state.phase == "over":
        lost = float(state.lost[-1] == seat)
        return Evaluation(seat, lost, lost)
    if state.phase == "starter":
        return Evaluation(seat, 0.5, 0.5)  # S3: the lot is fair
    if_lost, if_not = (_after(state.options, begins, (*state.lost, loser), seat) for loser in (seat, 1 - seat))

    def game(half: float) -> float:
        return half * if_lost + (1 - half) * if_not

    if state.cups_up:
        half = table.risk(state.middle, state.stones[seat])
        return Evaluation(seat, half, game(half))
    plan = _plan(state)
    if state.phase == "throw":
        half = plan.throwing(1)
        return Evaluation(seat, half, game(half))
    hand, waits = state.hands[seat], rules.pending(state)
    assert isinstance(waits, Decision)
    worths = list[MoveRisk]()
    for move in waits.moves:
        half = plan.throwing(hand.throws + 1, move.keep) if isinstance(move, Throw) else plan.standing(hand)
        worths.append(MoveRisk(move, half, game(half)))
    worths.sort(key=lambda worth: round(worth.half / ALIKE))
    return Evaluation(seat, worths[0].half, worths[0].game, tuple(worths))


def _plan(state: State) -> Plan:
    """The plan of the seat whose turn it is, during a round."""
    now = round_of_two(state.options, state.middle, state.stones[state.beginner])
    return now.beginner if state.seat == state.beginner else now.follower(state.hands[state.beginner])


@lru_cache(maxsize=1024)
def round_of_two(options: Options, middle: int, own: int) -> Round:
    """The next round when its beginner has `own` stones."""
    return Round(half_table(options), hands_of(options), middle, own)
