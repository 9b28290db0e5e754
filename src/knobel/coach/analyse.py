"""A whole game under the coach's eyes: what every decision cost, and how much was luck.

Let the chances before every event be known, at a decision those of the best move. What an event changes is then split:
what the decision fell short of the best move is a loss to whoever decided and given to the others, and what dice, lots
and lifted cups make of it is luck. The parts add up to the way from the chances at the start to the result, whatever
the chances were; how well they fit the truth depends on the judge alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from ..rules.errors import IllegalEvent
from ..rules.game import Decision, Over, State
from ..rules.session import Session
from ..solve.progress import Progress, silent
from .analysis import Analysis, Moment, Verdict, summary
from .judges import Judge, judge_of
from .turning import turning_points
from .values import Chances, MoveValue, Values, as_offered
from .verdict import loss_of, only_move, verdict, verdict_of

__all__ = ["analyse", "verdict"]


def analyse(session: Session, judge: Judge | None = None, progress: Progress = silent) -> Analysis:
    """Every event of a game, finished or not; an unfinished one ends with the chances as they stand.

    `progress` is told about every event, and may raise to end the work.
    """
    judge = judge or judge_of(session.game, session.options, len(session.players))
    moments, exact = list[Moment](), judge.exact
    total = len(session.events)
    here = _look(session, 0, judge)
    for number, event in enumerate(session.events):
        progress(number, total)
        there = _look(session, number + 1, judge)
        made = None if here.values is None else here.values.of(event)
        if made is not None and _foreseen(session, number):
            there = there.with_value(here.decides, made)
        moments.append(_moment(session, number, here, made, there.chances, exact))
        here = there
    progress(total, total)
    return Analysis(
        game=session.game.name,
        names=session.players,
        options=msgspec.to_builtins(session.options),
        exact=exact and all(moment.verdict.exact for moment in moments if moment.verdict),
        moments=tuple(moments),
        end=here.chances,
        summaries=tuple(summary(name, seat, moments, here.chances) for seat, name in enumerate(session.players)),
        turning=turning_points(session, moments, here.chances),
    )


class _Position(Struct, frozen=True):
    """The chances before an event; `decides` is the seat whose decision it is, with the values if it has a choice."""

    chances: Chances
    decides: int | None = None
    values: Values | None = None

    def with_value(self, seat: int | None, made: MoveValue) -> _Position:
        """The same for others; to whoever decided, what the move was worth to him."""
        if made.chances or seat is None or self.decides == seat:
            return self
        return msgspec.structs.replace(self, chances=_with(self.chances, seat, made.value))


def _look(session: Session, number: int, judge: Judge) -> _Position:
    state = session.state_at(number)
    match session.game.pending(state):
        case Over(result=result):
            return _Position(result.won(state.players))
        case Decision(seat=seat, moves=moves) if len(moves) > 1:
            values = judge.weigh(session.game.view(state, seat))
            best = values.best
            if number < len(session.events) and not loss_of(values, made := values.of(session.events[number])):
                best = made  # as good as the best, as far as anybody can tell
            chances = best.chances or _with(judge.chances(state), seat, best.value)
            return _Position(chances, seat, values)
        case Decision(seat=seat):
            return _Position(judge.chances(state), seat)
        case _:
            return _Position(judge.chances(state))


def _with(chances: Chances, seat: int, value: float) -> Chances:
    return (*chances[:seat], value, *chances[seat + 1 :])


def _foreseen(session: Session, number: int) -> bool:
    """Whether a decision brought nothing to light that its seat did not know: no dice, no cups of others."""
    game, event = session.game, session.events[number]
    seat = event.seat
    if as_offered(event) != event:
        return False
    try:
        expected: State = game.play(game.view(session.state_at(number), seat), event)
    except IllegalEvent:
        return False  # hidden dice decide
    seen: State = game.view(session.state_at(number + 1), seat)
    return expected == seen


def _moment(
    session: Session, number: int, here: _Position, made: MoveValue | None, after: Chances, exact: bool
) -> Moment:
    """What an event changed, and whose doing that was."""
    seat, event = here.decides, session.events[number]
    if seat is None:
        return Moment(number, here.chances, _less(after, here.chances), (0.0,) * len(after))
    judged: Verdict
    if made is None or here.values is None:
        judged, planned = only_move(event, seat, here.chances[seat], exact), here.chances
    else:
        view = session.game.view(session.state_at(number), seat)
        judged = verdict_of(view, here.values, event)
        planned = _with(made.chances or after, seat, here.chances[seat] - judged.loss)
    given = _with(_less(planned, here.chances), seat, 0.0)
    return Moment(number, here.chances, _less(after, planned), given, judged)


def _less(one: Sequence[float], other: Sequence[float]) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))
