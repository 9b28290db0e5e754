"""Drop, stay and mark in Zock'n'Roll."""

from __future__ import annotations

from ...odds.zocknroll import at_least, outlook, showdown
from ...rules.boards import DROPPED_FIRST, WON_THIRD
from ...rules.game import FACE_DOWN, Lift
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
from ..phrase import Choice, Phrase, phrase
from ..terms import beside, percent, row_name, score


def choice(view: State, move: Event) -> Choice:
    return Choice(move, label(move), _meaning(view, move))


def label(move: Event) -> Phrase:
    match move:
        case Stay():
            return phrase("ui-stay")
        case Lift():
            return phrase("ui-lift")
        case Drop(row=row):
            return phrase("ui-drop-nothing") if row is None else phrase("ui-drop", row=row_name(row))
        case Mark(row=row):
            return phrase("ui-mark", row=row_name(row))
    raise TypeError(f"{move} is no decision")


def _meaning(view: State, move: Event) -> Phrase:
    match move:
        case Drop(seat=seat, row=row):
            return _points(view, seat, row, DROPPED_FIRST if len(view.white) == 3 else None)
        case Mark(seat=seat, row=row):
            return _points(view, seat, row, WON_THIRD if won_alone(view) else None)
        case Lift():
            return phrase("ui-means-lift")
        case _ if FACE_DOWN in view.cups[view.queue[0]]:
            return phrase("ui-means-unknown")
        case _:
            return _staying(view, view.queue[0])


def _points(view: State, seat: int, row: str | None, bonus: str | None) -> Phrase:
    """What the marks bring, and whether one of them is the last that fits (N12)."""
    worth = row_values(view.options, view.players)
    sheet = dict(zip(rows(view.options), view.marks[seat], strict=True))
    marked = [each for each in (row, bonus) if each]
    brings = [phrase("ui-plus", points=worth[row])] if row else []
    brings += [score(bonus, worth[bonus])] if bonus else []
    told = brings[0]
    if len(brings) > 1:
        told = phrase("ui-total", sum=tuple(brings), points=sum(worth[each] for each in marked))
    return beside(told, phrase("ui-sixth-mark")) if any(sheet[each] + 1 == END for each in marked) else told


def _staying(view: State, seat: int) -> Phrase:
    """The chance of a better row with the next die, and how round 3 would go against unknown cups."""
    own, white, options = view.cups[seat], view.white, view.options
    can_form = hand(view, seat)
    next_round = outlook(options, own, white, len(white) - 1)
    reached = at_least(next_round)
    names = list(reached)
    better_than = names.index(can_form[0] if can_form else None)
    better = percent(float(reached[names[better_than - 1]]) if better_than else 0.0)
    others = sum(1 for cup, round_ in enumerate(view.dropped) if cup != seat and not round_)
    rivals = others + len(view.cups) - view.players  # Jörg never drops
    if not rivals:
        worth = row_values(options, view.players)
        # More dice never unmake a row, and a better one is worth as much or more.
        least = worth[WON_THIRD] + (worth[can_form[0]] if can_form else 0)
        return phrase("ui-means-stay-alone", points=least, better=better)
    duel = showdown(options, own, white, rivals)
    return phrase("ui-means-stay", better=better, won=percent(float(duel.won)), tied=percent(float(duel.tied)))
