"""Sentences of the terminal: the log, the line about what happens now, standings, and the table in words."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import boards, schocken, zock, zocknroll
from ..rules.game import Event, State
from ..rules.session import Session
from ..telling import now as telling
from ..telling.narration import narrate
from ..telling.phrase import render
from ..telling.scene import cups, scene
from ..telling.terms import cup_name, dice
from ..words import Words
from .match import Auto, Choosing, Due, Finished, Match, Starting, Typing


def names_of(say: Words, match: Match) -> tuple[str, ...]:
    """The names as they are read: a single person at the keyboard is `You`, under any name in the record."""
    sole = match.people[0] if len(match.people) == 1 else None
    return tuple(say("ui-you") if seat == sole else name for seat, name in enumerate(match.session.players))


def log_lines(say: Words, names: Sequence[str], before: State, event: Event, after: State) -> list[str]:
    """What one event adds to the log."""
    return [render(say, told) for told in narrate(names, before, event, after)]


def game_log(say: Words, names: Sequence[str], session: Session, start: int = 0) -> list[str]:
    """The lines of all events from number `start` on."""
    return [
        line
        for count, event in enumerate(session.events[start:], start)
        for line in log_lines(say, names, session.state_at(count), event, session.state_at(count + 1))
    ]


def now(say: Words, names: Sequence[str], view: State, due: Due) -> str:
    """What the table waits for: `Ben: drop or stay?`"""
    match due:
        case Typing(owner=owner, count=count, lift=lift):
            if owner is None:
                return say("ui-now-type", count=count)
            key = "ui-now-lift" if lift else "ui-now-type-for"
            return say(key, name=render(say, cup_name(names, owner)), count=count)
        case Starting():
            return say("ui-now-starter")
        case Finished():
            told = telling.now(names, view, "over")
        case Choosing(seat=seat):
            told = telling.now(names, view, "decision", seat)
        case Auto(seat=seat, dice=True):
            told = telling.now(names, view, "dice", seat)
        case Auto(seat=seat):
            told = telling.now(names, view, "lot" if seat is None else "decision", seat)
    return render(say, told)


def stage(say: Words, view: State) -> str:
    """Where the game stands: turn and round, game of the match, half and round."""
    return render(say, telling.stage(view))


def example_dice(count: int) -> str:
    """An example of how so many dice are typed in.

    >>> example_dice(3)
    '3 6 1'
    """
    return dice((3, 6, 1)[:count])


def starters(say: Words, names: Sequence[str]) -> list[str]:
    """The choices for who begins: by lot, or one of the players (N3, S3)."""
    return [say("ui-draw-lot"), *(say("ui-begins", name=name) for name in names)]


def standings(say: Words, names: Sequence[str], session: Session) -> list[str]:
    """Every player with place and score, best first; Schocken has no places, only a loser."""
    match session.result:
        case zocknroll.Result(scores=scores, marks=marks):
            order = [(-points, -marks[seat].get(boards.WON_THIRD, 0)) for seat, points in enumerate(scores)]
            told = [say("ui-scored", points=points) for points in scores]
        case zock.Result(losses=losses):
            order = [(loss, 0) for loss in losses]
            told = [say("ui-lost-points", points=loss) for loss in losses]
        case schocken.Result() as result:
            return [f"{name}: {_lost(say, result, seat)}" for seat, name in enumerate(names)]
        case _:
            return []
    ranked = sorted(range(len(names)), key=lambda seat: order[seat])
    places = {seat: 1 + sum(better < order[seat] for better in order) for seat in ranked}
    return [f"{places[seat]}. {names[seat]}: {told[seat]}" for seat in ranked]


def _lost(say: Words, result: schocken.Result, seat: int) -> str:
    """The halves that a player lost, or the final, which decides (S2); or the game, if it is one half (S11)."""
    if len(result.halves) == 1:
        return say("ui-game-lost" if seat == result.loser else "ui-game-not-lost")
    if result.final and seat == result.loser:
        return say("ui-final-lost")
    return say("ui-halves-lost", count=result.halves.count(seat))


def table_in_words(say: Words, names: Sequence[str], view: State, seat: int | None, whole: bool = True) -> list[str]:
    """The table in words, as far as it is visible to `seat`: dice, cups, stones, scores.

    Without `whole`, the sheets of Zock'n'Roll are reduced to points.
    """
    if whole and isinstance(view, zocknroll.State):
        return [*(render(say, line) for line in cups(names, view, seat)), *_sheets(say, names, view)]
    return [render(say, line) for line in scene(names, view, seat)]


def _sheets(say: Words, names: Sequence[str], view: zocknroll.State) -> list[str]:
    return [
        say("ui-points-of", name=name, points=total, marks=_marks(say, view, sheet))
        for name, total, sheet in zip(names, zocknroll.scores(view), view.marks, strict=True)
    ]


def _marks(say: Words, view: zocknroll.State, sheet: Sequence[int]) -> str:
    rows = zip(zocknroll.rows(view.options), sheet, strict=True)
    marked = [f"{say('row-' + row)} {count}" for row, count in rows if count]
    return ", ".join(marked) or say("ui-no-marks")
