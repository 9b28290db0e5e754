"""Analysis of a game: the cost of every decision, luck, and turning points.

The judge gives the chances before every event, at a decision those of the best move. The change by an event is split:
the difference between the best and the chosen move is a loss to the seat that decided and given to the others; the
effect of dice, lots and lifted cups is luck. For any judge the parts add up from the chances at the start to the
result; how accurate they are depends on the judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from ..forms import position
from ..rules import schocken, zocknroll
from ..rules.game import Decision, Over, State
from ..rules.session import Session
from ..solve.progress import Progress, silent
from ..telling.narration import narrate
from ..telling.now import stage
from ..telling.phrase import Phrase, phrase
from ..telling.scene import scene
from ..telling.terms import percent
from .analysis import Analysis, Moment, Turning, Verdict, summary
from .errors import Change, of_seat, with_errors
from .judges import Doubting, Judge, judge_of
from .told import told
from .values import Chances, Doubt, MoveValue, Values, as_offered
from .verdict import loss_of, only_move, verdict, verdict_of

__all__ = ["analyse", "verdict"]


def analyse(session: Session, judge: Judge | None = None, progress: Progress = silent) -> Analysis:
    """Analyse a game, finished or not; an unfinished one ends with the current chances.

    A game with real dice is judged as if they had been known from the start (R7), up to the first that nobody has
    told. `progress` is called for every event, and may raise to cancel.
    """
    known = told(session)
    judge = judge or judge_of(session.game, session.options, len(session.players))
    return known.renumbered(_analyse(known.session, judge, progress))


def _analyse(session: Session, judge: Judge, progress: Progress) -> Analysis:
    moments, changes, exact = list[Moment](), list[Change](), judge.exact
    total = len(session.events)
    here = _look(session, 0, judge)
    for number, event in enumerate(session.events):
        progress(number, total)
        there = _look(session, number + 1, judge)
        made = None if here.values is None else here.values.of(event)
        if made is not None and _foreseen(session, number):
            there = there.with_value(here.decides, made)
        moments.append(_moment(session, number, here, made, there.chances, exact))
        changes.append(_change(here, made, there.doubt, moments[-1].verdict))
        here = there
    progress(total, total)
    exact = exact and all(moment.verdict.exact for moment in moments if moment.verdict)
    summaries = [summary(name, seat, moments, here.chances) for seat, name in enumerate(session.players)]
    sure = with_errors(moments, changes, here.doubt, summaries)
    return Analysis(
        game=session.game.name,
        names=session.players,
        options=msgspec.to_builtins(session.options),
        exact=exact,
        moments=sure[0],
        end=here.chances,
        summaries=sure[1],
        turning=turning_points(session, sure[0], here.chances, exact),
    )


class _Position(Struct, frozen=True):
    """The chances before an event; `decides` is the seat whose decision it is, with the values if it has a choice.

    `best` is the move whose value the chances have.
    """

    chances: Chances
    decides: int | None = None
    values: Values | None = None
    best: MoveValue | None = None
    doubt: Doubt = Doubt()

    def with_value(self, seat: int | None, made: MoveValue) -> _Position:
        """The same chances, but for the seat that decided the value of its move."""
        if made.chances or seat is None or self.decides == seat:
            return self
        chances = _with(self.chances, seat, made.value)
        return msgspec.structs.replace(self, chances=chances, doubt=of_seat(self.doubt, seat, made))


def _look(session: Session, number: int, judge: Judge) -> _Position:
    state = session.state_at(number)
    doubt = judge.doubt(state) if isinstance(judge, Doubting) else Doubt()
    match session.game.pending(state):
        case Over(result=result):
            return _Position(result.won(state.players), doubt=doubt)
        case Decision(seat=seat, moves=moves) if len(moves) > 1:
            values = judge.weigh(session.game.view(state, seat))
            best = values.best
            if number < len(session.events) and not loss_of(values, made := values.of(session.events[number])):
                best = made  # not distinguishable from the best
            if best.chances:
                return _Position(best.chances, seat, values, best, Doubt(doubt.error, best.parts))
            chances = _with(judge.chances(state), seat, best.value)
            return _Position(chances, seat, values, best, of_seat(doubt, seat, best))
        case Decision(seat=seat):
            return _Position(judge.chances(state), seat, doubt=doubt)
        case _:
            return _Position(judge.chances(state), doubt=doubt)


def _with(chances: Chances, seat: int, value: float) -> Chances:
    return (*chances[:seat], value, *chances[seat + 1 :])


def _foreseen(session: Session, number: int) -> bool:
    """Whether a decision revealed nothing new to its seat: no dice, no cups of others."""
    game, event = session.game, session.events[number]
    seat = event.seat
    if as_offered(event) != event:
        return False
    expected: State = game.play(game.view(session.state_at(number), seat), event)
    seen: State = game.view(session.state_at(number + 1), seat)
    return expected == seen


def _moment(
    session: Session, number: int, here: _Position, made: MoveValue | None, after: Chances, exact: bool
) -> Moment:
    """The change by an event, split into loss, given and luck."""
    seat, event = here.decides, session.events[number]
    if seat is None:
        return Moment(number, here.chances, _less(after, here.chances), (0.0,) * len(after))
    judged: Verdict
    view = session.game.view(session.state_at(number), seat)
    if made is None or here.values is None:
        judged, planned = only_move(event, seat, here.chances[seat], exact), here.chances
    else:
        judged = verdict_of(view, here.values, event)
        planned = _with(made.chances or after, seat, here.chances[seat] - judged.loss)
    given = _with(_less(planned, here.chances), seat, 0.0)
    luck = _less(after, planned)
    if not judged.loss:
        return Moment(number, here.chances, luck, given, judged)
    seen = stage(view), *scene(session.players, view, seat)
    return Moment(number, here.chances, luck, given, judged, seen, position(view))


def _change(here: _Position, made: MoveValue | None, after: Doubt, verdict: Verdict | None) -> Change:
    """The same for the errors."""
    return Change(here.doubt, after, here.decides, here.best, made, verdict is not None and verdict.loss > 0)


def _less(one: Sequence[float], other: Sequence[float]) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))


MOST: Final = 3
LEAST: Final = 0.01
"""The smallest change of chance that makes a turning point."""

_LIFTED: Final = ("log-schock-out", "log-cups-up")
_SHOWN_AFTER: Final = ("log-best", "log-tied", "log-jorg-best")
_ASIDE: Final = ("log-round", "log-round-of-half", "log-limit")


class _Swing(Struct, frozen=True):
    """The change of one seat's chance at one moment, by its own decision or by luck."""

    moment: Moment
    seat: int
    before: float
    after: float
    decided: bool


def _size(swing: _Swing) -> float:
    return abs(swing.after - swing.before)


def turning_points(session: Session, moments: Sequence[Moment], end: Chances, exact: bool) -> tuple[Turning, ...]:
    """The three largest changes by luck or by a mistake, in order; fewer where changes are small."""
    afters = [*(moment.chances for moment in moments[1:]), end]
    swings = [max(_swings(session, *each), key=_size) for each in zip(moments, afters, strict=False)]
    swings.sort(key=_size, reverse=True)
    turned = [swing for swing in swings[:MOST] if _size(swing) >= LEAST]
    turned.sort(key=lambda swing: swing.moment.event)
    return tuple(_turning(session, swing, exact) for swing in turned)


def _turning(session: Session, swing: _Swing, exact: bool) -> Turning:
    moment = swing.moment
    if swing.decided:
        error = moment.verdict.error if moment.verdict else 0.0
    else:
        error = moment.errors[swing.seat] if moment.errors else 0.0
    return Turning(moment.event, _said(session, swing, exact), swing.seat, swing.before, swing.after, error)


def _swings(session: Session, moment: Moment, after: Chances) -> Iterator[_Swing]:
    """The largest effect of luck on a seat, and the cost of the decision, if it was one.

    A decision that revealed nothing is no luck: its `luck` is a difference between two estimates.
    """
    mover = getattr(session.events[moment.event], "seat", None)

    def struck(seat: int) -> tuple[float, bool]:
        return round(abs(moment.luck[seat]), 9), seat == mover  # of equals, the seat that threw

    if moment.verdict is None or not _foreseen(session, moment.event):
        seat = max(range(len(after)), key=struck)
        yield _Swing(moment, seat, after[seat] - moment.luck[seat], after[seat], decided=False)
    if moment.verdict is not None:
        seat, loss = moment.verdict.seat, moment.verdict.loss
        yield _Swing(moment, seat, moment.chances[seat], moment.chances[seat] - loss, decided=True)


def _said(session: Session, swing: _Swing, exact: bool) -> Phrase:
    event, name = swing.moment.event, session.players[swing.seat]
    before, after, at = _told(swing.before, exact), _told(swing.after, exact), _stage(session, event)
    verdict = swing.moment.verdict
    if swing.decided and verdict is not None:
        made, best = verdict.moves[verdict.made].label, verdict.moves[0].label
        key = "coach-turning-decision"
        return phrase(key, stage=at, name=name, made=made, best=best, before=before, after=after)
    line = _log_line(session, event)
    return phrase("coach-turning-luck", stage=at, told=line, name=name, before=before, after=after)


def _stage(session: Session, event: int) -> Phrase:
    """The stage of the game to which an event belongs: a round begins with the dice that are thrown for it."""
    state, thrown = session.state_at(event), session.events[event]
    begins = isinstance(thrown, zocknroll.Cups) or (isinstance(state, schocken.State) and state.cups_up)
    if begins:
        return stage(session.state_at(event + 1))
    if isinstance(thrown, zocknroll.White) and isinstance(state, zocknroll.State):
        return stage(msgspec.structs.replace(state, white=state.white + thrown.dice))
    return stage(state)


def _told(chance: float, exact: bool) -> str:
    """A chance, with a sign if it is an estimate; estimated changes may lead a little beyond 0 and 1."""
    told = percent(min(max(chance, 0.0), 1.0))
    return f"≈ {told}" if told[0].isdigit() and not exact and 0 < chance < 1 else told


def _log_line(session: Session, event: int) -> Phrase:
    """The event in the words of the log, shortened."""
    lines = narrate(session.players, session.state_at(event), session.events[event], session.state_at(event + 1))
    for line in lines:
        if line.key in _LIFTED:
            return line
    first = next(line for line in lines if line.key not in _ASIDE)
    then = [line for line in lines if line.key in _SHOWN_AFTER]
    return phrase("coach-told", first=first, then=then[0]) if then else first
