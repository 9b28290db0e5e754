"""Reasons in Schocken: which throw has to be beaten, and the chance to reach it by standing or keeping."""

from __future__ import annotations

from typing import Final

from ...odds.schocken import by_keeping, ranking, reach
from ...rules.game import Event
from ...rules.schocken import Stand, State, Throw, allowed, covered, hand_rank, in_round, rank_of
from ...telling.phrase import Phrase, Said, Value, phrase
from ...telling.terms import hand_name, percent, throw_name
from ..values import MoveValue
from .moves import doing

_LEAST: Final = 0.005
"""A smaller difference of chances is no reason."""

_LIKELY: Final = 0.9
"""Above this chance the sentence does not say `only`."""


def because(view: State, best: MoveValue, made: MoveValue) -> Phrase | None:
    return _to_beat(view, best.move, made.move) or _first(view, best.move, made.move) or _reaching(view, best, made)


def _chance(view: State, move: Event, height: int) -> float:
    """The chance to end with a throw of this height or more by a move, and best play after it."""
    hand = view.hands[view.seat]
    if isinstance(move, Stand):
        return float(rank_of(view.options, hand).height >= height)
    assert isinstance(move, Throw)
    return float(by_keeping(view.options, height, move.keep, allowed(view, view.seat) - hand.throws))


def _to_beat(view: State, best: Event, made: Event) -> Phrase | None:
    """The last player sees all others, and has to beat the lowest of them."""
    *before, last = in_round(view)
    if view.seat != last or any(covered(view, seat) for seat in before):
        return None
    lowest = min(before, key=lambda seat: hand_rank(view, seat).height)
    height = hand_rank(view, lowest).height + 1  # S8: a later player has to be better
    good, bad = _chance(view, best, height), _chance(view, made, height)
    if good - bad < _LEAST:
        return None
    key = "coach-schocken-lost" if bad == 0 else "coach-schocken-beat"
    return _compared(key, best, made, good, bad, hand_name(view, lowest))


def _first(view: State, best: Event, made: Event) -> Phrase | None:
    """The beginner also sets the limit of throws for the others."""
    if view.seat != view.beginner or not (isinstance(best, Stand) or isinstance(made, Stand)):
        return None
    hand = view.hands[view.seat]
    height = rank_of(view.options, hand).height
    beaten = percent(float(reach(view.options, height + 1, hand.throws)))
    args: dict[str, Value] = {"throw": hand_name(view, view.seat), "throws": hand.throws, "beaten": beaten}
    if isinstance(best, Stand):
        again = _chance(view, made, height)
        return phrase("coach-schocken-stand", **args, again=percent(again)) if again < _LIKELY else None
    better = _chance(view, best, height + 1)
    return phrase("coach-schocken-go-on", **args, better=percent(better)) if better >= _LEAST else None


def _reaching(view: State, best: MoveValue, made: MoveValue) -> Phrase | None:
    """The throw for which the two moves differ most in the chance to reach it."""
    if isinstance(best.move, Stand):
        return _have(view, made.move)
    gains = []
    for throw in ranking(view.options):
        good, bad = (_chance(view, worth.move, throw.rank.height) for worth in (best, made))
        gains.append((good - bad, good, bad, throw))
    gain, good, bad, throw = max(gains, key=lambda each: each[0])
    if gain < _LEAST:
        return _half(best, made)
    key = "coach-schocken-only" if bad == 0 else "coach-schocken-reach"
    name = throw_name(throw.rank, throw.dice)
    least = name if throw.place == 1 else phrase("coach-least", throw=name)
    return _compared(key, best.move, made.move, good, bad, least)


def _have(view: State, made: Event) -> Phrase:
    """A good throw on the table is certain, and should be kept."""
    again = _chance(view, made, rank_of(view.options, view.hands[view.seat]).height)
    args: dict[str, Value] = {"made": doing(made), "throw": hand_name(view, view.seat), "other": percent(again)}
    return phrase("coach-schocken-have", **args)


def _compared(key: str, best: Event, made: Event, good: float, bad: float, throw: Said) -> Phrase:
    args: dict[str, Value] = {"best": doing(best), "made": doing(made), "chance": percent(good), "other": percent(bad)}
    return phrase(key, throw=throw, **args)


def _half(best: MoveValue, made: MoveValue) -> Phrase | None:
    """The risk of the half, where no single throw explains the difference."""
    if best.points is None or made.points is None or made.points - best.points < _LEAST:
        return None
    return phrase("coach-schocken-half", chance=percent(best.points), other=percent(made.points))
