"""Command handlers of the game: start, throw, move, and what the server contributes."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..rules.dice import awaits
from ..rules.errors import IllegalEvent
from ..rules.game import Event, Lot, read_event
from .commands import Emote, Move, Refusal, forbidden, illegal
from .draft import Draft
from .events import Emoted, WantsRematch, WentAway
from .seating import return_to_seat
from .server import AnchorTimeUp, BotMove, Fell, TimeUp
from .table import Due, Table, due


def start(draft: Draft, place: int) -> None:
    if draft.table.phase == "playing":
        raise illegal("the game is running already")
    return_to_seat(draft, place)
    draft.start()


def rematch(draft: Draft, place: int) -> None:
    """The seat wants another game, which starts if all others want it too."""
    table = draft.table
    if table.phase != "over":
        raise illegal("a rematch can be wanted when a game is over")
    if table.seats[place].again:
        raise illegal("you want a rematch already")
    return_to_seat(draft, place)
    draft.add(WantsRematch(place))
    draft.start_if_wanted()


def emote(draft: Draft, place: int, command: Emote) -> None:
    draft.add(Emoted(place, command.emote))


def throw(draft: Draft, place: int) -> None:
    """The seat throws its dice by hand."""
    table = _take_turn(draft, place)
    pending = table.rules.pending(table.state)
    waiting = due(table, pending)
    if waiting.kind != "throw" or waiting.seat != place:
        raise illegal("you have no dice to throw now")
    draft.throw(pending)
    draft.settle()


def move(draft: Draft, place: int, command: Move) -> None:
    """The seat makes a move."""
    table = _take_turn(draft, place)
    chosen = read(table, command.move)
    if chosen.seat != place:
        raise forbidden("only your own seat's moves are yours to make")
    _choose(draft, chosen, due(table))


def _take_turn(draft: Draft, place: int) -> Table:
    """The table of a running game whose dice the server throws; a person who acts is present."""
    table = draft.table
    check_running(table)
    if table.settings.real_dice:
        raise illegal("this table plays with real dice: tell what lies there", "R1")
    return_to_seat(draft, place)
    return draft.table


def check_running(table: Table) -> None:
    if table.phase != "playing":
        raise illegal("no game is running")


def read(table: Table, data: dict[str, Any]) -> Event:
    try:
        event: Event = read_event(table.rules, data)
    except IllegalEvent as error:
        raise Refusal("malformed", error.sentence, error.rule) from None
    return event


def _choose(draft: Draft, chosen: Event, waiting: Due, level: str | None = None) -> None:
    """Make the move, if the rules allow it and it does not state dice; `waiting` is what the table waits for."""
    dice = chosen.dice
    if any(dice):
        raise illegal("dice fall by themselves: a move cannot say what they show")
    try:
        if dice or waiting.kind != "decision":  # which dice fall does not matter for whether the move is legal
            draft.table.rules.play(draft.table.state, replace(chosen, dice=(1,) * len(dice)) if dice else chosen)
        if waiting.kind != "decision":
            raise illegal("there is nothing to decide now: dice are thrown")
        assert waiting.seat is not None
        draft.choose(waiting.seat, chosen, level)
    except IllegalEvent as error:
        raise illegal(error.sentence, error.rule) from None
    draft.settle()


def bot_move(draft: Draft, command: BotMove) -> None:
    """A bot or a stand-in makes a move, if it is still its turn."""
    waiting = due(draft.table)
    _check_moved(draft.table, command.moved)
    if waiting.level is None:
        raise Refusal("stale", "a person decides now")
    _choose(draft, command.move, waiting, command.level or waiting.level)


def fell(draft: Draft, command: Fell) -> None:
    """The wanted dice have fallen; other events are refused."""
    table = draft.table
    _check_moved(table, command.moved)
    wanted = table.wanted
    if wanted is None:
        raise Refusal("stale", "no dice are wanted now")
    event, fair = command.event, table.fair
    fits = _in_lot(event, table) if wanted.event is None else _same_but_dice(event, wanted.event)
    if not fits or awaits(event):
        raise illegal("other dice were wanted")
    if fair is not None and (command.links is None or len(command.links) != fair.devices):
        raise illegal("each device that takes part in the dice has revealed something, or is absent")
    try:
        draft.fall(event, None if fair is None else command.links)
    except IllegalEvent as error:
        raise illegal(error.sentence, error.rule) from None
    draft.settle()


def anchor_time_up(draft: Draft, command: AnchorTimeUp) -> None:
    """Request the first dice under a root, after all devices have had time for their anchors."""
    _check_moved(draft.table, command.moved)
    table = draft.table
    if due(table).kind != "dice" or table.wanted is not None:
        raise Refusal("stale", "no dice are needed now")
    draft.throw(table.rules.pending(table.state))
    draft.settle()


def _in_lot(event: Event, table: Table) -> bool:
    lot = table.rules.pending(table.state)
    assert isinstance(lot, Lot)
    return event in lot.events


def _same_but_dice(event: Any, wanted: Any) -> bool:
    return type(event) is type(wanted) and replace(event, dice=wanted.dice) == wanted


def time_up(draft: Draft, command: TimeUp) -> None:
    """A bot plays for a person whose thinking time has run out, or throws their dice."""
    waiting = due(draft.table)
    _check_moved(draft.table, command.moved)
    if waiting.seat != command.seat or not draft.table.seats[command.seat].present:
        raise Refusal("stale", "it is another seat's turn")
    draft.add(WentAway(command.seat, "time"))
    draft.settle()


def _check_moved(table: Table, moved: int) -> None:
    if table.moved != moved:
        raise Refusal("stale", "the game has gone on")
