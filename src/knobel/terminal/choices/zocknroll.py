"""Drop, stay and mark in Zock'n'Roll."""

from __future__ import annotations

from ...odds.zocknroll import at_least, outlook, showdown
from ...rules.boards import DROPPED_FIRST, WON_THIRD
from ...rules.zocknroll import (
    END,
    Drop,
    Event,
    Mark,
    State,
    Stay,
    hand,
    row_values,
    rows,
    won_alone,
)
from ...words import Words
from ..phrases import percent, score
from .choice import Choice


def choice(say: Words, view: State, move: Event) -> Choice:
    match move:
        case Stay(seat=seat):
            return Choice(move, say("ui-stay"), _staying(say, view, seat))
        case Drop(seat=seat, row=row):
            label = say("ui-drop-nothing") if row is None else say("ui-drop", row=say("row-" + row))
            return Choice(move, label, _points(say, view, seat, row, DROPPED_FIRST if len(view.white) == 3 else None))
        case Mark(seat=seat, row=row):
            meaning = _points(say, view, seat, row, WON_THIRD if won_alone(view) else None)
            return Choice(move, say("ui-mark", row=say("row-" + row)), meaning)
    raise TypeError(f"{move} is no decision")


def _points(say: Words, view: State, seat: int, row: str | None, bonus: str | None) -> str:
    """What the marks bring, and whether one of them is the last that fits (N12)."""
    worth = row_values(view.options, view.players)
    sheet = dict(zip(rows(view.options), view.marks[seat], strict=True))
    brings = [f"+{worth[row]}"] if row else []
    brings += [score(say, bonus, worth[bonus])] if bonus else []
    told = ", ".join(brings)
    marked = [each for each in (row, bonus) if each]
    if len(marked) > 1:
        told = say("ui-total", sum=told, points=sum(worth[each] for each in marked))
    return f"{told} · {say('ui-sixth-mark')}" if any(sheet[each] + 1 == END for each in marked) else told


def _staying(say: Words, view: State, seat: int) -> str:
    """The chance of a better row with the next die, and how round 3 would go against unknown cups."""
    own, white, options = view.cups[seat], view.white, view.options
    can_form = hand(view, seat)
    next_round = outlook(options, own, white, len(white) - 1)
    reached = at_least(next_round)
    names = list(reached)
    better_than = names.index(can_form[0] if can_form else None)
    better = float(reached[names[better_than - 1]]) if better_than else 0.0
    others = sum(1 for cup, round_ in enumerate(view.dropped) if cup != seat and not round_)
    rivals = others + len(view.cups) - view.players  # Jörg never drops
    if not rivals:
        worth = row_values(options, view.players)
        # More dice never unmake a row, and a better one is worth as much or more.
        least = worth[WON_THIRD] + (worth[can_form[0]] if can_form else 0)
        return say("ui-means-stay-alone", points=least, better=percent(better))
    duel = showdown(options, own, white, rivals)
    return say("ui-means-stay", better=percent(better), won=percent(float(duel.won)), tied=percent(float(duel.tied)))
