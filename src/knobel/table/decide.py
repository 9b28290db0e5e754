"""What a command brings about: entries for the log, or a refusal that changes nothing."""

from __future__ import annotations

from typing import Final, assert_never

from . import arranging, playing, promising, seating
from .commands import (
    Anchor,
    Back,
    Change,
    Close,
    Command,
    Emote,
    HandOn,
    Join,
    Leave,
    LetIn,
    Move,
    Protest,
    Rematch,
    Reveal,
    SeatBot,
    StandIn,
    Start,
    Throw,
    TurnAway,
    Unseat,
)
from .draft import Draft
from .events import Created, TableEvent
from .house import BotMove, Call, Carry, Fell, HostGone, House, HouseCommand, TimeUp
from .names import clean
from .onward import Onward, play_on, sit_down
from .refusal import Refusal, forbidden
from .settings import Settings
from .table import Table

LONG_AGO: Final = 2000
"""Entries after which a command that has not come yet is too late: a page that has missed so much asks anew."""

HostCommand = SeatBot | Unseat | LetIn | TurnAway | Change | Start | HandOn | StandIn | Close
SeatCommand = Throw | Move | Anchor | Protest | Emote | Rematch | Back


def create(
    code: str,
    game: str,
    options: object,
    settings: Settings,
    name: str,
    device: str,
    house: House,
    bots: tuple[str, ...] = (),
    start: bool = False,
) -> tuple[TableEvent, ...]:
    """A new table with its host, and bots that sit down at once; with `start` the game begins."""
    draft = Draft(None, house)
    draft.add(Created(code, game, arranging.arranged(game, options, settings), settings))
    seating.sit(draft, device, clean(name))
    for level in bots:
        seating.seat_bot(draft, SeatBot(level))
    if start:
        draft.start()
    return tuple(draft.events)


def create_onward(
    code: str, on: Onward, settings: Settings, name: str, device: str, house: House, bots: tuple[str, ...]
) -> tuple[TableEvent, ...]:
    """A new table whose first game goes on from the middle of another one; the next one is as usual."""
    draft = Draft(None, house)
    draft.add(Created(code, on.game, arranging.arranged(on.game, on.options, settings), settings))
    sit_down(draft, on, name, device, bots)
    play_on(draft, on)
    return tuple(draft.events)


def decide(table: Table, device: str, command: Command, seen: int, house: House) -> tuple[TableEvent, ...]:
    """What follows from a command of a client whose device has this digest, and who saw version `seen`."""
    return tuple(consider(table, device, command, seen, house).events)


def consider(table: Table, device: str, command: Command, seen: int, house: House) -> Draft:
    """The same, together with the table after each entry."""
    _check_open(table)
    if seen > table.version:  # or it could not be found again among the entries after that version
        raise Refusal("stale", "this table has not come so far; look again")
    if max(seen, 0) < table.version - LONG_AGO:  # where it would be looked for has an end, too
        raise Refusal("stale", "much has happened at the table since; look again")
    draft = Draft(table, house)
    match command:
        case Throw() | Move() | Anchor() | Protest() | Emote() | Rematch() | Back():
            _by_seat(draft, _own_seat(table, device), command, seen)
        case Join():
            seating.join(draft, device, command)
        case Leave():
            seating.leave(draft, device)
        case Reveal():
            promising.revealer(table, device, command)  # the log gets it with the dice
        case _:
            _by_host(draft, _own_seat(table, device), command, seen)
    return draft


def decide_house(table: Table, command: HouseCommand, house: House) -> tuple[TableEvent, ...]:
    """What follows from something that the house contributes; a refusal says that it comes too late."""
    return tuple(consider_house(table, command, house).events)


def consider_house(table: Table, command: HouseCommand, house: House) -> Draft:
    """The same, together with the table after each entry."""
    _check_open(table)
    draft = Draft(table, house)
    match command:
        case Fell():
            playing.fell(draft, command)
        case BotMove():
            playing.bot_move(draft, command)
        case Call():
            playing.call(draft, command)
        case TimeUp():
            playing.time_up(draft, command)
        case Carry():
            seating.carry(draft, command)
        case HostGone():
            seating.host_gone(draft, command)
    return draft


def resume(table: Table, house: House) -> tuple[TableEvent, ...]:
    """What falls by itself at a table whose log ends where dice are wanted, if the house has dice at once."""
    draft = Draft(table, house)
    draft.settle()
    return tuple(draft.events)


def _check_open(table: Table) -> None:
    if table.phase == "closed":
        raise Refusal("closed", "this table is closed")


def _own_seat(table: Table, device: str) -> int:
    place = table.seat_of(device)
    if place is None:
        raise forbidden("you have no seat at this table")
    return place


def _check_fresh(table: Table, seen: int, changed: int) -> None:
    """Two commands on the same version: the second one is told."""
    if not changed <= seen <= table.version:
        raise Refusal("stale", "something has happened at the table since; look again")


def _by_seat(draft: Draft, place: int, command: SeatCommand, seen: int) -> None:
    match command:
        case Move():
            _check_fresh(draft.table, seen, draft.table.moved)
            playing.move(draft, place, command)
        case Throw():
            _check_fresh(draft.table, seen, draft.table.moved)
            playing.throw(draft, place)
        case Anchor():
            promising.anchor(draft, place, command)
        case Protest():
            promising.protest(draft, place, command)
        case Emote():
            playing.emote(draft, place, command)
        case Rematch():
            playing.rematch(draft, place)
        case Back():
            seating.back(draft, place)


def _by_host(draft: Draft, place: int, command: HostCommand, seen: int) -> None:
    if place != draft.table.host:
        raise forbidden("only the host of the table can do that")
    if isinstance(command, Unseat | Change | Start | HandOn | StandIn):
        _check_fresh(draft.table, seen, draft.table.arranged)
    match command:
        case SeatBot():
            seating.seat_bot(draft, command)
        case Unseat():
            seating.unseat(draft, command)
        case LetIn():
            seating.let_in(draft, command)
        case TurnAway():
            seating.turn_away(draft, command)
        case HandOn():
            seating.hand_on(draft, command)
        case StandIn():
            seating.stand_in(draft, command)
        case Change():
            arranging.change(draft, command)
        case Start():
            playing.start(draft, place)
        case Close():
            draft.close()
        case _:
            assert_never(command)
