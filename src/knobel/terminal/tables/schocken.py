"""Schocken: the stones in the middle as beer mats, the hand that is played, and everybody's stones and dice."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from ...forms.captions import is_out
from ...rules.game import FACE_DOWN
from ...rules.schocken import Hand, State, in_round, standings
from ...telling.phrase import render
from ...telling.terms import hand_name
from ..look import Block, beside, column, die, mark, no_die, small_dice
from .eyes import Eyes

_MOST_MATS: Final = 13
_NAME: Final = 14
_THROW: Final = 17
_WIDTH: Final = 77
"""The longest line of a seat; the table keeps it while nobody has thrown."""


def draw(view: State, eyes: Eyes) -> Block:
    """The middle on top, the large dice of whoever plays, then one line for each player."""
    felt = eyes.colours.on_felt
    middle = Text().append(f" {eyes.say('ui-in-the-middle')}  ", felt)
    middle.append_text(_mats(view, view.middle, eyes)).append(f"  {view.middle}", f"bold {felt}")
    middle.append(" " * (min(eyes.width, _WIDTH) - middle.cell_len))
    seats = [_seat(view, eyes, seat) for seat in range(view.players)]
    return [middle, Text(), *_played(view, eyes), Text(), *seats]


def _mats(view: State, count: int, eyes: Eyes) -> Text:
    """One mark for each beer mat and a dot for each that lies elsewhere, up to as many as usually lie there."""
    most = min(view.options.stones, _MOST_MATS)
    shown = min(count, most)
    return Text().append("●" * shown, eyes.colours.brass).append("·" * (most - shown), eyes.colours.faint)


def _played(view: State, eyes: Eyes) -> Block:
    """The three dice of whoever plays now, or of the best throw when the cups are up."""
    seat = _in_focus(view)
    if seat is None:
        return [Text(), *no_die(), Text()]
    hand = view.hands[seat]
    title = Text().append(f" {eyes.names[seat]}  ", f"bold {eyes.colours.on_felt}")
    if FACE_DOWN not in hand.thrown:
        title.append(render(eyes.say, hand_name(view, seat)), eyes.colours.brass)
    told = [eyes.say("ui-kept-short")] * len(hand.kept) + [_lies(hand, eyes)] * len(hand.thrown)
    dice = beside([[Text(" ")], *(die(face, eyes.colours) for face in hand.kept + hand.thrown)], 2)
    under = Text("  " + "".join(f"{word[:9]:^9}" for word in told), eyes.colours.faint)
    return [title, *dice, under]


def _lies(hand: Hand, eyes: Eyes) -> str:
    return eyes.say("ui-covered-short" if FACE_DOWN in hand.thrown else "ui-thrown-short")


def _in_focus(view: State) -> int | None:
    if view.cups_up:
        return standings(view)[0] if any(hand.throws for hand in view.hands) else None
    if view.hands[view.seat].throws:
        return view.seat
    done = [seat for seat in in_round(view) if view.hands[seat].throws]
    return done[-1] if done else None


def _seat(view: State, eyes: Eyes, seat: int) -> Text:
    """Name, stones, dice and throw of one player in one line."""
    colours, say, hand = eyes.colours, eyes.say, view.hands[seat]
    acting = seat == eyes.acting
    style = f"bold {colours.on_brass} on {colours.brass}" if acting else f"bold {colours.on_felt}"
    line = Text().append(f"{mark(acting)}{column(eyes.names[seat], _NAME)}", style)
    line.append(f"{view.stones[seat]:>3} ", colours.on_felt).append_text(_mats(view, view.stones[seat], eyes)).append(
        "  "
    )
    if not hand.throws:
        return line.append(say("ui-out-short" if is_out(view, seat) else "ui-waiting"), colours.faint)
    line.append_text(small_dice(hand.kept + hand.thrown, colours)).append("  ")
    if FACE_DOWN in hand.thrown:
        line.append(column(say("ui-covered-short"), _THROW), colours.faint)
    else:
        line.append(column(render(say, hand_name(view, seat)), _THROW), colours.on_felt)
    return line.append(_outcome(view, eyes, seat), colours.faint if not view.cups_up else colours.brass)


def _outcome(view: State, eyes: Eyes, seat: int) -> str:
    """How many throws it took, or best and lowest, once the cups are up."""
    if not view.cups_up:
        return eyes.say("ui-throws-short", throws=view.hands[seat].throws)
    order = standings(view)
    return eyes.say("ui-best") if seat == order[0] else eyes.say("ui-lowest") if seat == order[-1] else ""
