"""Lessons: a scripted first game of each game, played by the rules, in the view of the learner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec

from ...rules.game import FACE_DOWN, Chance, Decision, Event, Lot
from ...rules.session import Session
from ...table.events import Played
from ...telling.choices import choices
from ...telling.lessons import SCRIPTS, Scene, Script
from ...telling.narration import narrate
from ...telling.phrase import phrase
from ...words import words
from ..documents import Lesson, LessonStep, ReplayStep
from ..live.views import position_shown
from ..messages import AnyGameShown, Choice, Pending

LEARNER: Final = 0


@cache
def lesson(game: str, language: str) -> Lesson:
    """The lesson of a game; only the learner's name needs the language.

    >>> lesson("zock", "de").names
    ('Du', 'Ben')
    """
    script = SCRIPTS[game]
    session = Session(game, (words(language)("ui-you"), *script.others), dict(script.options))
    start = _shown(session)
    return Lesson(
        script.game, session.players, msgspec.to_builtins(session.options), start, tuple(_steps(session, script))
    )


def _steps(session: Session, script: Script) -> Iterator[LessonStep]:
    for scene, following in zip(script.scenes, (*script.scenes[1:], None), strict=True):
        happens = tuple(_play(session, event) for event in scene.events)
        if scene.asks:
            assert following is not None, "a lesson ends with something to read"
            yield _asking(session, scene, happens, following.events[0])
        else:
            yield LessonStep(happens, phrase(scene.note), scene.points)


def _play(session: Session, event: Event) -> ReplayStep:
    before = session.state
    after = session.play(event)
    return ReplayStep(Played(event, "player"), narrate(session.players, before, event, after), _shown(session))


def _asking(session: Session, scene: Scene, happens: tuple[ReplayStep, ...], event: Event) -> LessonStep:
    """Ask the learner for `event`, with its dice face down."""
    note, otherwise = phrase(scene.note), phrase(scene.otherwise) if scene.otherwise else None
    match session.pending:
        case Decision(moves=moves):
            view = session.game.view(session.state, LEARNER)
            offered = tuple(
                Choice(choice.move, choice.label, choice.meaning) for choice in choices(session.players, view, moves)
            )
            return LessonStep(happens, note, scene.points, _unthrown(event), offered, otherwise)
        case Chance(event=wanted):
            return LessonStep(happens, note, scene.points, wanted, (), otherwise)
    raise AssertionError("a learner cannot be asked for a lot, or after the end")


def _unthrown(event: Any) -> Event:
    """A move with its dice face down."""
    thrown: Event = msgspec.structs.replace(event, dice=(FACE_DOWN,) * len(event.dice)) if event.dice else event
    return thrown


def _shown(session: Session) -> AnyGameShown:
    return position_shown(session.players, session.game.view(session.state, LEARNER), _pending(session))


def _pending(session: Session) -> Pending[Any]:
    match session.pending:
        case Lot():
            return Pending("lot")
        case Chance(event=wanted):
            thrower = wanted.seat
            return Pending("throw" if thrower == LEARNER else "dice", thrower)
        case Decision(seat=seat, moves=moves):
            return Pending("decision", seat, moves if seat == LEARNER else ())
    return Pending("over")
