"""Command handling: a command becomes entries for the log, or is refused and changes nothing."""

from __future__ import annotations

from typing import Final, assert_never

from . import bench, commitments, playing, seating, setup, telling
from .commands import (
    Anchor,
    Back,
    Change,
    Claim,
    Close,
    Command,
    Emote,
    HandOn,
    Join,
    Leave,
    LetIn,
    Move,
    Protest,
    Refusal,
    Rematch,
    Reveal,
    SeatBot,
    SeatGuest,
    Settings,
    SitIn,
    SitOut,
    StandIn,
    Start,
    TakeBack,
    Tell,
    Throw,
    TurnAway,
    Unseat,
    forbidden,
)
from .continuation import Continuation, continue_game, sit_down
from .draft import Draft
from .events import Created, TableEvent
from .names import clean
from .server import AnchorTimeUp, BotMove, Carry, Fell, HostGone, ServerCommand, ServerInputs, TimeUp
from .table import Table

LONG_AGO: Final = 2000
"""The most entries that a client may have missed when it sends a command; with more it has to reload."""

HostCommand = SeatBot | SeatGuest | Unseat | LetIn | TurnAway | Change | Start | HandOn | StandIn | Close
SeatCommand = Tell | TakeBack | SitOut | Anchor | Protest | Emote | Rematch | Back


def create(
    code: str,
    game: str,
    options: object,
    settings: Settings,
    name: str,
    device: str,
    inputs: ServerInputs,
    bots: tuple[str, ...] = (),
    start: bool = False,
    guests: tuple[str, ...] = (),
) -> tuple[TableEvent, ...]:
    """A new table with its host, bots and guests; with `start` the game starts at once."""
    draft = Draft(None, inputs)
    draft.add(Created(code, game, setup.validated_options(game, options, settings), settings))
    seating.sit(draft, device, clean(name))
    for level in bots:
        seating.seat_bot(draft, SeatBot(level))
    for guest in guests:
        bench.seat_guest(draft, SeatGuest(guest))
    if start:
        draft.start()
    return tuple(draft.events)


def create_continuation(
    code: str, on: Continuation, settings: Settings, name: str, device: str, inputs: ServerInputs, bots: tuple[str, ...]
) -> tuple[TableEvent, ...]:
    """A new table whose first game continues another one from its middle."""
    setup.check_no_continuation(settings)
    draft = Draft(None, inputs)
    draft.add(Created(code, on.game, setup.validated_options(on.game, on.options, settings), settings))
    sit_down(draft, on, name, device, bots)
    continue_game(draft, on)
    return tuple(draft.events)


def decide(table: Table, device: str, command: Command, seen: int, inputs: ServerInputs) -> tuple[TableEvent, ...]:
    """The entries that follow from a command; `device` is the digest of its token, `seen` the version that it saw."""
    return tuple(handle(table, device, command, seen, inputs).events)


def handle(table: Table, device: str, command: Command, seen: int, inputs: ServerInputs) -> Draft:
    """`decide`, with the table after each entry."""
    version = table.version
    _check_open(table)
    if seen > version:  # idempotency keys are looked up in the entries after that version
        raise Refusal("stale", "this table has not come so far; look again")
    if seen < version - LONG_AGO and version > LONG_AGO:  # the lookup of idempotency keys is bounded
        raise Refusal("stale", "much has happened at the table since; look again")
    draft = Draft(table, inputs)
    match command:
        case Move():
            place = _own_seat(table, device)
            _check_fresh(table, seen, table.moved)
            playing.move(draft, place, command)
        case Throw():
            place = _own_seat(table, device)
            _check_fresh(table, seen, table.moved)
            playing.throw(draft, place)
        case Tell() | TakeBack() | SitOut() | Anchor() | Protest() | Emote() | Rematch() | Back():
            _by_seat(draft, _own_seat(table, device), command, seen)
        case Join():
            seating.join(draft, device, command)
        case Claim():
            _check_fresh(table, seen, table.arranged)
            bench.claim(draft, device, command)
        case SitIn():
            _check_fresh(table, seen, table.arranged)
            bench.sit_in(draft, device, command)
        case Leave():
            seating.leave(draft, device)
        case Reveal():
            commitments.check_reveal(table, table.seat_of(device), command)  # the log gets it with the dice
        case _:
            _by_host(draft, _own_seat(table, device), command, seen)
    return draft


def decide_server(table: Table, command: ServerCommand, inputs: ServerInputs) -> tuple[TableEvent, ...]:
    """The entries that follow from a command of the server; a refusal says that it comes too late."""
    return tuple(handle_server(table, command, inputs).events)


def handle_server(table: Table, command: ServerCommand, inputs: ServerInputs) -> Draft:
    """`decide_server`, with the table after each entry."""
    _check_open(table)
    draft = Draft(table, inputs)
    match command:
        case Fell():
            playing.fell(draft, command)
        case BotMove():
            playing.bot_move(draft, command)
        case AnchorTimeUp():
            playing.anchor_time_up(draft, command)
        case TimeUp():
            playing.time_up(draft, command)
        case Carry():
            seating.carry(draft, command)
        case HostGone():
            seating.host_gone(draft, command)
    return draft


def resume(table: Table, inputs: ServerInputs) -> tuple[TableEvent, ...]:
    """The entries that follow at a table whose log ends where dice are wanted, if the inputs have dice."""
    draft = Draft(table, inputs)
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
    """Optimistic concurrency: refuse a command that is based on an older version."""
    if not changed <= seen <= table.version:
        raise Refusal("stale", "something has happened at the table since; look again")


def _by_seat(draft: Draft, place: int, command: SeatCommand, seen: int) -> None:
    match command:
        case Tell():
            telling.tell(draft, place, command, seen)
        case TakeBack():
            _check_fresh(draft.table, seen, draft.table.moved)
            telling.take_back(draft, place, command)
        case SitOut():
            _check_fresh(draft.table, seen, draft.table.arranged)
            bench.sit_out(draft, place, command)
        case Anchor():
            commitments.anchor(draft, place, command)
        case Protest():
            commitments.protest(draft, place, command)
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
        case SeatGuest():
            bench.seat_guest(draft, command)
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
            setup.change(draft, command)
        case Start():
            playing.start(draft, place)
        case Close():
            draft.close()
        case _:
            assert_never(command)
