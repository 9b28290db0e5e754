"""Reasons in ZOCK: why one cover is better than another, and when to object."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...odds import Odds
from ...odds.zock import next_throw
from ...rules.dice import multisets
from ...rules.zock import Cover, Fields, Object, Options, Pass, State, covers, losses, misfits, offers
from ...telling.phrase import Phrase, Value, phrase
from ...telling.terms import dice, fields, percent
from ..values import MoveValue
from .chances import against

_FALLS = 6**2


def throws_to_close(options: Options, fields: Fields) -> float:
    """The expected number of own throws until all is covered, for a player who minimises it.

    >>> throws_to_close(Options(), (5,))  # 1-4 and 2-3, each in two ways: one throw in nine
    9.0
    """
    return _expected(options.variant, options.two_digit, fields, 1.0)


def hand_overs_to_close(options: Options, fields: Fields) -> float:
    """The expected number of unusable own throws until all is covered; a cover gives another throw (variant A)."""
    return _expected(options.variant, options.two_digit, fields, 0.0)


@lru_cache(maxsize=1 << 12)
def _expected(variant: str, two_digit: str, fields: Fields, cost: float) -> float:
    """`cost` is the count of a usable throw; an unusable one counts 1 and changes nothing."""
    if not fields:
        return 0.0
    used, later = 0, 0.0
    for thrown, weight in multisets(2):
        offered = covers(variant, two_digit, thrown, fields)
        if offered:
            used += weight
            later += weight * min(
                _expected(variant, two_digit, tuple(field for field in fields if field not in cover), cost)
                for cover in offered
            )
    return (_FALLS - used + cost * used + later) / used


_FINISHING: Final = 1 / 12
"""From this difference on, the chance to end the game with the next throw is the reason."""

_SOONER: Final = 0.03
"""A smaller relative difference in throws is no reason: 19.6 or 19.8 throws decide nothing."""

_LEAST_POINTS: Final = 0.05
"""Fewer points are 0.0 as they are told."""


def because(view: State, best: MoveValue, made: MoveValue) -> Phrase | None:
    match best.move, made.move:
        case Object(), _:
            wrong = sorted(field for claim in misfits(view) for field in claim.fields)
            return phrase("coach-zock-objection", fields=fields(wrong), count=len(wrong))
        case _, Object():
            return phrase("coach-zock-let-stand")
        case _, Pass():
            return phrase("coach-zock-passed", dice=dice(view.dice))
        case _, Cover(fields=covered) if covered not in _offered(view):
            return phrase("coach-zock-wrong", dice=dice(view.dice))
        case Cover(fields=better), Cover(fields=covered):
            own = view.open[view.seat]
            left = None if misfits(view) else _left(view, _without(own, better), _without(own, covered))
            return left or _match(view, best, made)
    return None


def _offered(view: State) -> tuple[Fields, ...]:
    return offers(view.options.variant, view.options.two_digit, view.dice)


def _without(own: Fields, covered: Fields) -> Fields:
    return tuple(field for field in own if field not in covered)


def _left(view: State, better: Fields, worse: Fields) -> Phrase | None:
    """A countable advantage of the fields that the better cover leaves open, if there is one."""
    options = view.options
    if not better:
        return phrase("coach-zock-ends", loss=sum(view.open[1 - view.seat]))
    good, bad = next_throw(options, better), next_throw(options, worse)
    left = {"better": dice(better), "worse": dice(worse)}
    if float(good.finishing) - float(bad.finishing) >= _FINISHING:
        return phrase("coach-zock-finishing", **left, **_compared(good.finishing, bad.finishing))
    fewer, more = _to_close(options, better), _to_close(options, worse)
    if fewer <= (1 - _SOONER) * more and round(fewer, 1) < round(more, 1):
        key = "coach-zock-hand-overs" if options.variant == "A" else "coach-zock-throws"
        return phrase(key, **left, fewer=fewer, more=more)
    if good.usable.ways > bad.usable.ways:
        return phrase("coach-zock-usable", **left, **_compared(good.usable, bad.usable))
    if sum(better) < sum(worse):
        return phrase("coach-zock-sum", less=sum(better), more=sum(worse))
    return None


def _compared(good: Odds, bad: Odds) -> dict[str, Value]:
    return {"chance": percent(float(good)), "other": against(float(good), float(bad))}


def _to_close(options: Options, left: Fields) -> float:
    return hand_overs_to_close(options, left) if options.variant == "A" else throws_to_close(options, left)


def _match(view: State, best: MoveValue, made: MoveValue) -> Phrase | None:
    """The match situation differs from the game's, or the advantage has no single reason."""
    if best.points is None or made.points is None:
        return None
    if best.points > made.points:
        more = best.points - made.points
        return phrase("coach-zock-together", points=more) if more >= _LEAST_POINTS else None
    lost, games = losses(view), view.options.games - len(view.games)
    lead = lost[1 - view.seat] - lost[view.seat]
    state = "ahead" if lead > 0 else "behind" if lead < 0 else "level"
    return phrase("coach-zock-match", state=state, lead=abs(lead), games=games)
