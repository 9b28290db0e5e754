"""Log lines of Zock'n'Roll."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.boards import DROPPED_FIRST, WON_THIRD
from ...rules.game import Lift
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
        case Lift(seat=cup):
            return _lift(names, after, cup)
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
        _hand(names, after, cup)
        for cup in range(len(after.cups))
        if (cup >= after.players or not after.dropped[cup]) and hand(after, cup)
    ]
    return lines + _compared(names, after)


def _lift(names: Sequence[str], after: State, cup: int) -> list[Phrase]:
    """A cup whose dice are told now (R3): of a seat that drops, or in round 3."""
    if after.phase == "drop":
        return [phrase("log-lift", name=names[cup], dice=dice(after.cups[cup]))]
    return [_hand(names, after, cup), *_compared(names, after)]


def _hand(names: Sequence[str], after: State, cup: int) -> Phrase:
    row = row_name(hand(after, cup)[0])  # seven dice always form something
    return phrase("log-hand", name=cup_name(names, cup), dice=dice(after.cups[cup]), row=row)


def _compared(names: Sequence[str], after: State) -> list[Phrase]:
    """The best hands of round 3, once all cups are known."""
    if after.phase == "lift":
        return []
    best = [cup_name(names, cup) for cup in best_cups(after)]
    if not after.queue:
        told = phrase("log-jorg-best")
    elif won_alone(after):
        told = phrase("log-best", name=best[0])
    else:
        told = phrase("log-tied", names=enumeration(best))
    return [told, *_end(names, after)]


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
