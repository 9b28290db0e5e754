"""Reasons in Schocken: which throw has to be beaten, and the chance to reach it by standing or keeping."""

from __future__ import annotations

from math import hypot
from typing import Final

from ...odds.schocken import Heights, by_keeping, ranking, reach, to_beat
from ...rules.game import Event
from ...rules.schocken import Stand, State, Throw, allowed, covered, in_round, rank_of, standings
from ...telling.phrase import Phrase, Said, Value, phrase
from ...telling.terms import hand_name, percent, throw_name
from ..values import SURE, MoveValue
from .chances import ONLY, against, differ, estimated
from .moves import doing

_LEAST: Final = 0.005
"""A smaller difference of chances is no reason."""


def because(view: State, best: MoveValue, made: MoveValue) -> Phrase | None:
    return (
        _to_beat(view, best.move, made.move)
        or _begun(view, best.move, made.move)
        or _reaching(view, best.move, made.move)
        or _half(best, made)
    )


def _chance(view: State, move: Event, target: int | Heights) -> float:
    """The chance to end with the target or more by a move, and best play after it."""
    hand = view.hands[view.seat]
    left = allowed(view, view.seat) - hand.throws
    if isinstance(move, Stand):
        height = target if isinstance(target, int) else target[left]
        return float(rank_of(view.options, hand).height >= height)
    assert isinstance(move, Throw)
    return float(by_keeping(view.options, target, move.keep, left))


def _to_beat(view: State, best: Event, made: Event) -> Phrase | None:
    """The last player sees all others, and has to beat the lowest of them."""
    *before, last = in_round(view)
    if view.seat != last or any(covered(view, seat) for seat in before):
        return None
    lowest = [seat for seat in standings(view) if seat != last][-1]
    target = to_beat(view.options, view.hands[lowest], allowed(view, last))
    good, bad = _chance(view, best, target), _chance(view, made, target)
    if not _decides(good, bad):
        return None
    key = "lost" if bad == 0 else "enough" if isinstance(best, Stand) else "beat"
    return _compared(f"coach-schocken-{key}", best, made, good, bad, hand_name(view, lowest))


def _decides(good: float, bad: float) -> bool:
    return good - bad >= _LEAST and differ(good, bad)


def _begun(view: State, best: Event, made: Event) -> Phrase | None:
    """The beginner also sets the limit of throws for the others."""
    if view.seat != view.beginner or not (isinstance(best, Stand) or isinstance(made, Stand)):
        return None
    hand = view.hands[view.seat]
    height = rank_of(view.options, hand).height
    beaten = float(reach(view.options, to_beat(view.options, hand, hand.throws), hand.throws))
    args: dict[str, Value] = {
        "throw": hand_name(view, view.seat),
        "throws": hand.throws,
        "beaten": percent(beaten),
    }
    if isinstance(best, Stand):
        again = _chance(view, made, height)
        if again > ONLY * (1 - beaten):
            return _have(view, made, "coach-schocken-have-first")
        return phrase("coach-schocken-stand", **args, again=percent(again))
    better = _chance(view, best, height + 1)
    if better > 1 - beaten and differ(better, 1 - beaten):
        return phrase("coach-schocken-go-on", **args, better=percent(better))
    return None


def _reaching(view: State, best: Event, made: Event) -> Phrase | None:
    """The throw for which the two moves differ most in the chance to reach it."""
    if isinstance(best, Stand):
        return _have(view, made, "coach-schocken-have")
    gains = []
    for throw in ranking(view.options):
        good, bad = (_chance(view, move, throw.rank.height) for move in (best, made))
        gains.append((good - bad, good, bad, throw))
    _, good, bad, throw = max(gains, key=lambda each: each[0])
    if not _decides(good, bad):
        return None
    key = "coach-schocken-only" if bad == 0 else "coach-schocken-reach"
    name = throw_name(throw.rank, throw.dice)
    least = name if throw.place == 1 else phrase("coach-least", throw=name)
    return _compared(key, best, made, good, bad, least)


def _have(view: State, made: Event, key: str) -> Phrase | None:
    """A good throw on the table is certain, and should be kept."""
    again = _chance(view, made, rank_of(view.options, view.hands[view.seat]).height)
    if again > ONLY:
        return None
    return phrase(key, made=doing(made), throw=hand_name(view, view.seat), other=percent(again))


def _compared(key: str, best: Event, made: Event, good: float, bad: float, throw: Said) -> Phrase:
    args: dict[str, Value] = {"best": doing(best), "made": doing(made)}
    return phrase(key, throw=throw, **args, chance=percent(good), other=against(good, bad))


def _half(best: MoveValue, made: MoveValue) -> Phrase | None:
    """The risk of the half, where no single throw explains the difference."""
    if best.points is None or made.points is None or not differ(best.points, made.points):
        return None
    if made.points - best.points < max(_LEAST, SURE * hypot(best.points_error, made.points_error)):
        return None
    risk, other = estimated(best.points, best.points_error), estimated(made.points, made.points_error)
    return phrase("coach-schocken-half", chance=risk, other=other)
