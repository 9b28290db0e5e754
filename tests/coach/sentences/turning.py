"""Turning points: the change of a chance, recomputed from the chances before and after the event."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.coach.analysis import Turning
from knobel.rules import schocken, zock, zocknroll
from knobel.telling.phrase import Phrase, render
from knobel.words import words

from .faults import Expected, Fault, Holds, faults, numbers, percent
from .games import Game

KEYS = ("coach-turning-luck", "coach-turning-decision")


def check(game: Game) -> Iterator[tuple[str, list[Fault]]]:
    for turning in game.analysis.turning:
        yield turning.said.key, list(faults(turning.said, _expected(game, turning)))


def _expected(game: Game, turning: Turning) -> Expected:
    analysis, said, seat = game.analysis, turning.said, turning.seat
    assert seat is not None
    moment = next(moment for moment in analysis.moments if moment.event == turning.event)
    later = [moment.chances for moment in analysis.moments if moment.event > turning.event]
    after, verdict = (later or [analysis.end])[0][seat], moment.verdict
    if said.key == "coach-turning-decision":
        assert verdict is not None
        before = moment.chances[seat]
        after = before - (verdict.moves[0].value - verdict.moves[verdict.made].value)
        best = verdict.moves[0].value == max(move.value for move in verdict.moves)
        holds: tuple[Holds, ...] = ((seat == verdict.seat and best, "best", "another move was better"),)
    else:
        lost = verdict.loss if verdict is not None and verdict.seat == seat else 0.0
        before = moment.chances[seat] + moment.given[seat] - lost
        event = game.session.events[turning.event]
        holds = ((bool(event.dice) or _lifts(game, turning.event), "word", f"no dice fell: {event}"),)
    told = [percent(min(max(chance, 0.0), 1.0)) for chance in (before, after)]
    sure = sum(each[0] in "<>" or each in ("0 %", "100 %") for each in told)
    exact = all(each.verdict.exact for each in analysis.moments if each.verdict) and analysis.exact
    at, decided = _stage(game, turning), said.key == "coach-turning-decision"
    english, german = (
        (*at, *quoted, *told) if decided else (*at, *told, *quoted)
        for quoted in (_inside(said, language) for language in ("en", "de"))
    )
    return Expected(
        english,
        (
            *holds,
            (told[0] != told[1], "equal", f"{told[0]} twice"),
        ),
        german=german,
        signs=0 if exact else 2 - sure,
    )


def _lifts(game: Game, number: int) -> bool:
    """Whether an event shows dice that were hidden from others: lifted cups."""
    before, after = (game.session.game.view(game.session.state_at(number + more), None) for more in (0, 1))
    return getattr(before, "cups_up", None) != getattr(after, "cups_up", None) or before.cups != after.cups


def _stage(game: Game, turning: Turning) -> tuple[str, ...]:
    """Game of the match, round of the game, or turn and its round (N5, N9): the one to which the event belongs."""
    before = game.session.state_at(turning.event)
    match before:
        case zock.State():
            return str(len(before.games) + 1), str(before.options.games)
        case schocken.State():
            return (str(before.rounds + 1),)
        case zocknroll.State(phase="starter"):
            return ()
        case zocknroll.State():
            thrown = game.session.events[turning.event]
            white = () if isinstance(thrown, zocknroll.Cups) else before.white
            lie = len(white) + len(thrown.dice if isinstance(thrown, zocknroll.White) else ())
            return str(before.turns + 1), str(max(1, lie - 2)), "3"  # the round, of three
    raise TypeError(f"{type(before)} is no state of a game")


def _inside(said: Phrase, language: str) -> tuple[str, ...]:
    """The numbers of the quoted parts: line of the log, moves."""
    quoted = (said.values.get(name) for name in ("told", "made", "best"))
    return tuple(
        number for each in quoted if isinstance(each, Phrase) for number in numbers(render(words(language), each))
    )
