"""Sentences of the terminal: the log, the line about what happens now, standings, and the table in words."""

from __future__ import annotations

from collections.abc import Sequence

from ..forms.captions import is_out
from ..rules import boards, schocken, zock, zocknroll
from ..rules.game import FACE_DOWN, Event, State
from ..rules.session import Session
from ..telling import now as telling
from ..telling.narration import narrate
from ..telling.phrase import render
from ..telling.terms import cup_name, dice, enumeration, hand_name, row_name
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
    match view:
        case zocknroll.State():
            return _cups(say, names, view, seat) + (_sheets if whole else _points)(say, names, view)
        case zock.State():
            return _zock(say, names, view)
        case schocken.State():
            return _schocken(say, names, view)
    raise TypeError(f"{type(view)} is no state of a game")


def _cups(say: Words, names: Sequence[str], view: zocknroll.State, seat: int | None) -> list[str]:
    lines = [say("ui-white-dice", dice=dice(view.white))] if view.white else []
    if seat is not None and view.cups and FACE_DOWN not in view.cups[seat]:
        can_form = zocknroll.hand(view, seat)
        row = render(say, row_name(can_form[0])) if can_form else say("ui-no-row")
        lines.append(say("ui-own-cup", name=names[seat], dice=dice(view.cups[seat]), row=row))
    lifted = [cup for cup in range(len(view.cups)) if cup != seat and FACE_DOWN not in view.cups[cup]]
    owners = [cup_name(names, cup) for cup in range(len(view.cups))]
    covered = [owner for cup, owner in enumerate(owners) if FACE_DOWN in view.cups[cup]]
    lines += [say("ui-cup-lifted", name=render(say, owners[cup]), dice=dice(view.cups[cup])) for cup in lifted]
    if covered:
        lines.append(say("ui-cups-covered", names=render(say, enumeration(covered))))
    return lines


def _points(say: Words, names: Sequence[str], view: zocknroll.State) -> list[str]:
    totals = (f"{name} {total}" for name, total in zip(names, zocknroll.scores(view), strict=True))
    return [say("ui-points", totals=", ".join(totals))]


def _sheets(say: Words, names: Sequence[str], view: zocknroll.State) -> list[str]:
    return [
        say("ui-points-of", name=name, points=total, marks=_marks(say, view, sheet))
        for name, total, sheet in zip(names, zocknroll.scores(view), view.marks, strict=True)
    ]


def _marks(say: Words, view: zocknroll.State, sheet: Sequence[int]) -> str:
    rows = zip(zocknroll.rows(view.options), sheet, strict=True)
    marked = [f"{say('row-' + row)} {count}" for row, count in rows if count]
    return ", ".join(marked) or say("ui-no-marks")


def _zock(say: Words, names: Sequence[str], view: zock.State) -> list[str]:
    lost = zock.losses(view)
    lines = [
        say("ui-fields-of", name=name, fields=dice(fields) or "–", sum=sum(fields), loss=loss)
        for name, fields, loss in zip(names, view.open, lost, strict=True)
    ]
    if view.dice:
        lines.append(say("ui-in-the-box", dice=dice(view.dice)))
    return lines


def _schocken(say: Words, names: Sequence[str], view: schocken.State) -> list[str]:
    lines = [say("ui-middle", count=view.middle)]
    for seat, name in enumerate(names):
        lines.append(f"{say('ui-stones-of', name=name, count=view.stones[seat])} {_hand(say, view, seat)}")
    return lines


def _hand(say: Words, view: schocken.State, seat: int) -> str:
    hand = view.hands[seat]
    if not hand.throws:
        return say("ui-out" if is_out(view, seat) else "ui-not-thrown")
    if FACE_DOWN in hand.thrown:
        kept = say("ui-kept", dice=dice(hand.kept)) if hand.kept else ""
        return f"{kept} {say('ui-covered', count=len(hand.thrown))}".strip()
    throw = render(say, hand_name(view, seat))
    return say("ui-lies", dice=dice(hand.kept + hand.thrown), throw=throw, throws=hand.throws)
