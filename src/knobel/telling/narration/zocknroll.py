"""Log lines of Zock'n'Roll."""

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
from ..phrase import Phrase, phrase
from ..terms import cup_name, dice, enumeration, row_name, score


def narrate(names: Sequence[str], before: State, event: Event, after: State) -> list[Phrase]:
    """`after` is the public view; what `before` and the event know beyond it is not looked at."""
    match event:
        case Starter(seat=seat):
            return [phrase("log-starter", name=names[seat])]
        case Cups():
            return [phrase("log-cups", turn=after.turns + 1, name=names[after.starter])]
        case White():
            return _white(names, before, after)
        case Stay(seat=seat):
            lines = [phrase("log-stay", name=names[seat])]
        case Drop(seat=seat, row=row):
            lines = [_dropped(names, after, seat, row)]
        case Mark(seat=seat, row=row):
            marked = [row, WON_THIRD] if won_alone(after) else [row]
            lines = [phrase("log-mark", name=names[seat], marks=_marks(after, marked))]
    return lines + _last_turn(before, after) + _end(names, after)


def _white(names: Sequence[str], before: State, after: State) -> list[Phrase]:
    if not before.white:
        return [phrase("log-white", dice=dice(after.white))]
    die = after.white[-1]
    if len(after.white) == 4:
        return [phrase("log-white-fourth", die=die, dice=dice(after.white))]
    lines = [phrase("log-white-fifth", die=die, dice=dice(after.white))]
    lines += [
        phrase("log-hand", name=cup_name(names, cup), dice=dice(own), row=row_name(hand(after, cup)[0]))
        for cup, own in enumerate(after.cups)
        if cup >= after.players or not after.dropped[cup]
    ]
    best = [cup_name(names, cup) for cup in best_cups(after)]
    if not after.queue:
        lines.append(phrase("log-jorg-best"))
    elif won_alone(after):
        lines.append(phrase("log-best", name=best[0]))
    else:
        lines.append(phrase("log-tied", names=enumeration(best)))
    return lines + _end(names, after)


def _dropped(names: Sequence[str], after: State, seat: int, row: str | None) -> Phrase:
    marked = [] if row is None else [row]
    if after.dropped[seat] == 1:
        marked.append(DROPPED_FIRST)
    return phrase("log-drop", name=names[seat], dice=dice(after.cups[seat]), marks=_marks(after, marked))


def _marks(state: State, rows: Sequence[str]) -> tuple[Phrase, ...]:
    worth = row_values(state.options, state.players)
    return tuple(score(row, worth[row]) for row in rows)


def _last_turn(before: State, after: State) -> list[Phrase]:
    """Said once, at the mark that makes this turn the last one (N12)."""
    return [phrase("log-sixth-mark")] if _has_sixth(after) and not _has_sixth(before) else []


def _has_sixth(state: State) -> bool:
    return any(max(sheet) >= END for sheet in state.marks)


def _end(names: Sequence[str], after: State) -> list[Phrase]:
    final = result(after)
    if final is None:
        return []
    winners = enumeration([names[seat] for seat in final.winners])
    return [phrase(_won(final), names=winners, points=max(final.scores), turns=final.turns)]


def _won(final: Result) -> str:
    """By points alone, by marks in `won_third` among equal points, or shared (N14)."""
    if len(final.winners) > 1:
        return "log-won-shared"
    return "log-won" if final.scores.count(max(final.scores)) == 1 else "log-won-by-thirds"
