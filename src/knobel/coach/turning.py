"""The moments at which a game turned, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ..rules.session import Session
from ..telling.narration import narrate
from ..telling.now import stage
from ..telling.phrase import Phrase, phrase
from ..telling.terms import percent
from .analysis import Moment, Turning
from .values import Chances

MOST: Final = 3
LEAST: Final = 0.01
"""A change of chance that is smaller turns nothing."""

_LIFTED: Final = ("log-schock-out", "log-cups-up")
_SHOWN_AFTER: Final = ("log-best", "log-tied", "log-jorg-best")
_ASIDE: Final = ("log-round", "log-limit")


class _Swing(Struct, frozen=True):
    """What one moment did to one seat, by a decision of its own or by luck."""

    moment: Moment
    seat: int
    before: float
    after: float
    decided: bool


def _size(swing: _Swing) -> float:
    return abs(swing.after - swing.before)


def turning_points(session: Session, moments: Sequence[Moment], end: Chances) -> tuple[Turning, ...]:
    """The three largest changes by luck or by a mistake, as they came; fewer where hardly anything changed."""
    afters = [*(moment.chances for moment in moments[1:]), end]
    swings = [max(_swings(session, *each), key=_size) for each in zip(moments, afters, strict=False)]
    swings.sort(key=_size, reverse=True)
    turned = [swing for swing in swings[:MOST] if _size(swing) >= LEAST]
    turned.sort(key=lambda swing: swing.moment.event)
    return tuple(Turning(swing.moment.event, _said(session, swing)) for swing in turned)


def _swings(session: Session, moment: Moment, after: Chances) -> Iterator[_Swing]:
    """To whom luck did most, and what the decision cost, if it was one."""
    mover = getattr(session.events[moment.event], "seat", None)

    def struck(seat: int) -> tuple[float, bool]:
        return round(abs(moment.luck[seat]), 9), seat == mover  # of equals, whoever threw

    seat = max(range(len(after)), key=struck)
    yield _Swing(moment, seat, after[seat] - moment.luck[seat], after[seat], decided=False)
    if moment.verdict is not None:
        seat, loss = moment.verdict.seat, moment.verdict.loss
        yield _Swing(moment, seat, moment.chances[seat], moment.chances[seat] - loss, decided=True)


def _said(session: Session, swing: _Swing) -> Phrase:
    event, name = swing.moment.event, session.players[swing.seat]
    before, after, at = percent(swing.before), percent(swing.after), stage(session.state_at(event))
    verdict = swing.moment.verdict
    if swing.decided and verdict is not None:
        made, best = verdict.moves[verdict.made].label, verdict.moves[0].label
        key = "coach-turning-decision"
        return phrase(key, stage=at, name=name, made=made, best=best, before=before, after=after)
    told = _told(session, event)
    return phrase("coach-turning-luck", stage=at, told=told, name=name, before=before, after=after)


def _told(session: Session, event: int) -> Phrase:
    """What happened, in as few words as the log has for it."""
    lines = narrate(session.players, session.state_at(event), session.events[event], session.state_at(event + 1))
    for line in lines:
        if line.key in _LIFTED:
            return line
    first = next(line for line in lines if line.key not in _ASIDE)
    then = [line for line in lines if line.key in _SHOWN_AFTER]
    return phrase("coach-told", first=first, then=then[0]) if then else first
