"""The story of a game of Zock'n'Roll."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.boards import DROPPED_FIRST, WON_THIRD
from ...rules.zocknroll import (
    END,
    Cups,
    Drop,
    Event,
    Mark,
    Result,
    Starter,
    State,
    Stay,
    White,
    best_cups,
    hand,
    result,
    row_values,
    won_alone,
)
from ...words import Words
from ..phrases import cup_name, dice, enumeration, score


def narrate(say: Words, names: Sequence[str], before: State, event: Event, after: State) -> list[str]:
    """`after` is the public view; what `before` and the event know beyond it is not looked at."""
    match event:
        case Starter(seat=seat):
            return [say("log-starter", name=names[seat])]
        case Cups():
            return [say("log-cups", turn=after.turns + 1, name=names[after.starter])]
        case White():
            return _white(say, names, before, after)
        case Stay(seat=seat):
            lines = [say("log-stay", name=names[seat])]
        case Drop(seat=seat, row=row):
            lines = [_dropped(say, names, after, seat, row)]
        case Mark(seat=seat, row=row):
            marked = [row, WON_THIRD] if won_alone(after) else [row]
            lines = [say("log-mark", name=names[seat], marks=_marks(say, after, marked))]
    return lines + _last_turn(say, before, after) + _end(say, names, after)


def _white(say: Words, names: Sequence[str], before: State, after: State) -> list[str]:
    if not before.white:
        return [say("log-white", dice=dice(after.white))]
    die = after.white[-1]
    if len(after.white) == 4:
        return [say("log-white-fourth", die=die, dice=dice(after.white))]
    lines = [say("log-white-fifth", die=die, dice=dice(after.white))]
    lines += [
        say("log-hand", name=cup_name(say, names, cup), dice=dice(own), row=say("row-" + hand(after, cup)[0]))
        for cup, own in enumerate(after.cups)
        if cup >= after.players or not after.dropped[cup]
    ]
    best = [cup_name(say, names, cup) for cup in best_cups(after)]
    if not after.queue:
        lines.append(say("log-jorg-best"))
    elif won_alone(after):
        lines.append(say("log-best", name=best[0]))
    else:
        lines.append(say("log-tied", names=enumeration(say, best)))
    return lines + _end(say, names, after)


def _dropped(say: Words, names: Sequence[str], after: State, seat: int, row: str | None) -> str:
    marked = [] if row is None else [row]
    if after.dropped[seat] == 1:
        marked.append(DROPPED_FIRST)
    return say("log-drop", name=names[seat], dice=dice(after.cups[seat]), marks=_marks(say, after, marked))


def _marks(say: Words, state: State, rows: Sequence[str]) -> str:
    worth = row_values(state.options, state.players)
    return ", ".join(score(say, row, worth[row]) for row in rows)


def _last_turn(say: Words, before: State, after: State) -> list[str]:
    """Said once, at the mark that makes this turn the last one (N12)."""
    return [say("log-sixth-mark")] if _has_sixth(after) and not _has_sixth(before) else []


def _has_sixth(state: State) -> bool:
    return any(max(sheet) >= END for sheet in state.marks)


def _end(say: Words, names: Sequence[str], after: State) -> list[str]:
    final = result(after)
    if final is None:
        return []
    winners = enumeration(say, [names[seat] for seat in final.winners])
    return [say(_won(final), names=winners, points=max(final.scores), turns=final.turns)]


def _won(final: Result) -> str:
    """By points alone, by marks in `won_third` among equal points, or shared (N14)."""
    if len(final.winners) > 1:
        return "log-won-shared"
    return "log-won" if final.scores.count(max(final.scores)) == 1 else "log-won-by-thirds"
