"""Schocken: the stones in the middle, the hand being played, and the stones and dice of each player."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from ...forms.captions import is_out
from ...rules.game import FACE_DOWN
from ...rules.schocken import Hand, State, in_round, standings
from ...telling.phrase import render
from ...telling.terms import hand_name
from ..look import Block, DrawContext, beside, column, die, mark, no_die, small_dice

_MOST_MATS: Final = 13
_NAME: Final = 14
_THROW: Final = 17
_WIDTH: Final = 77
"""The longest line of a seat, so that the table keeps its width."""


def draw(view: State, context: DrawContext) -> Block:
    """The middle on top, the large dice of the current player, then one line for each player."""
    felt = context.colours.on_felt
    middle = Text().append(f" {context.say('ui-in-the-middle')}  ", felt)
    middle.append_text(_mats(view, view.middle, context)).append(f"  {view.middle}", f"bold {felt}")
    middle.append(" " * (min(context.width, _WIDTH) - middle.cell_len))
    seats = [_seat(view, context, seat) for seat in range(view.players)]
    return [middle, Text(), *_played(view, context), Text(), *seats]


def _mats(view: State, count: int, context: DrawContext) -> Text:
    """One mark per stone and a dot per stone elsewhere, up to the usual number."""
    most = min(view.options.stones, _MOST_MATS)
    shown = min(count, most)
    return Text().append("●" * shown, context.colours.brass).append("·" * (most - shown), context.colours.faint)


def _played(view: State, context: DrawContext) -> Block:
    """The three dice of the current player, or of the best throw once the cups are lifted."""
    seat = _in_focus(view)
    if seat is None:
        return [Text(), *no_die(), Text()]
    hand = view.hands[seat]
    title = Text().append(f" {context.names[seat]}  ", f"bold {context.colours.on_felt}")
    if FACE_DOWN not in hand.thrown:
        title.append(render(context.say, hand_name(view, seat)), context.colours.brass)
    told = [context.say("ui-kept-short")] * len(hand.kept) + [_lies(hand, context)] * len(hand.thrown)
    dice = beside([[Text(" ")], *(die(face, context.colours) for face in hand.kept + hand.thrown)], 2)
    under = Text("  " + "".join(f"{word[:9]:^9}" for word in told), context.colours.faint)
    return [title, *dice, under]


def _lies(hand: Hand, context: DrawContext) -> str:
    return context.say("ui-covered-short" if FACE_DOWN in hand.thrown else "ui-thrown-short")


def _in_focus(view: State) -> int | None:
    if view.cups_up:
        return standings(view)[0] if any(hand.throws for hand in view.hands) else None
    if view.hands[view.seat].throws:
        return view.seat
    done = [seat for seat in in_round(view) if view.hands[seat].throws]
    return done[-1] if done else None


def _seat(view: State, context: DrawContext, seat: int) -> Text:
    """Name, stones, dice and throw of one player in one line."""
    colours, say, hand = context.colours, context.say, view.hands[seat]
    acting = seat == context.acting
    style = f"bold {colours.on_brass} on {colours.brass}" if acting else f"bold {colours.on_felt}"
    line = Text().append(f"{mark(acting)}{column(context.names[seat], _NAME)}", style)
    line.append(f"{view.stones[seat]:>3} ", colours.on_felt).append_text(
        _mats(view, view.stones[seat], context)
    ).append("  ")
    if not hand.throws:
        return line.append(say("ui-out-short" if is_out(view, seat) else "ui-waiting"), colours.faint)
    line.append_text(small_dice(hand.kept + hand.thrown, colours)).append("  ")
    if FACE_DOWN in hand.thrown:
        line.append(column(say("ui-covered-short"), _THROW), colours.faint)
    else:
        line.append(column(render(say, hand_name(view, seat)), _THROW), colours.on_felt)
    return line.append(_outcome(view, context, seat), colours.faint if not view.cups_up else colours.brass)


def _outcome(view: State, context: DrawContext, seat: int) -> str:
    """How many throws it took, or best and lowest, once the cups are up."""
    if not view.cups_up:
        return context.say("ui-throws-short", throws=view.hands[seat].throws)
    order = standings(view)
    return context.say("ui-best") if seat == order[0] else context.say("ui-lowest") if seat == order[-1] else ""
