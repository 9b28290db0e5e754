"""Commands of the operator, as the command line sends them, and what they do to a store.

The same commands are performed by the running server and, without one, by `knobel admin` itself. Everything but reading
is written to the audit log in the same transaction.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from ...rules.dice import SystemDice
from ...rules.errors import KnobelError
from ...store import Entry, Store
from ...store.audit import Block, delete_block, read_audit, read_blocks, write_audit, write_block
from ...store.connection import Connection
from ...store.entries import last_version, read_entries
from ...store.leases import revoke
from ...store.moderation import (
    change_code,
    codes_of_device,
    erase_device,
    export_device,
    list_tables,
    rename,
    show_table,
)
from ...store.schema import read_dice_secret
from ...store.transaction import append
from ...table import Draft, ServerInputs, rebuild
from ..fairness.keys import KeyPool
from ..limits.blocks import normal_network
from ..tokens import TokenSource, parse_table_code

_MAX_BLOCK: Final = 100 * 365 * 86400
"""Seconds of the longest block that ends."""


class _Command(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A command of the operator."""


class List(_Command, frozen=True, tag="list"):
    phase: str | None = None
    game: str | None = None
    before: int | None = None
    limit: int = 50


class Show(_Command, frozen=True, tag="show"):
    code: str


class Close(_Command, frozen=True, tag="close"):
    code: str


class Rename(_Command, frozen=True, tag="rename"):
    code: str
    seat: int
    name: str


class NewCode(_Command, frozen=True, tag="new-code"):
    code: str


class BlockNetwork(_Command, frozen=True, tag="block"):
    network: str
    seconds: float | None = None


class Unblock(_Command, frozen=True, tag="unblock"):
    network: str


class Blocks(_Command, frozen=True, tag="blocks"):
    pass


class EraseDevice(_Command, frozen=True, tag="erase-device"):
    device: str


class ExportDevice(_Command, frozen=True, tag="export-device"):
    device: str


class Log(_Command, frozen=True, tag="log"):
    limit: int = 100


Command: TypeAlias = (
    List | Show | Close | Rename | NewCode | BlockNetwork | Unblock | Blocks | EraseDevice | ExportDevice | Log
)


class Request(Struct, frozen=True):
    """A command, and the user of the operating system who gives it."""

    who: str
    command: Command


class Outcome(Struct, frozen=True):
    """The answer, and the tables whose copies in memory are outdated."""

    answer: Any
    changed: tuple[str, ...] = ()


def plan(store: Store, request: Request, now: int) -> Callable[[Connection], Outcome]:
    """What `store.write` has to do for a command.

    Searches through the whole store are done here, before the transaction, so this does not belong into an event loop.
    """
    command = _normal(request.command)
    found: Any = None
    if isinstance(command, EraseDevice):
        found = store.read(lambda connection: codes_of_device(connection, command.device), may_take_long=True)
    elif isinstance(command, ExportDevice):
        found = store.read(lambda connection: export_device(connection, command.device), may_take_long=True)

    def work(connection: Connection) -> Outcome:
        outcome, detail = _act(connection, command, found, now)
        if not isinstance(command, List | Show | Blocks | Log):
            given = {name: value for name, value in to_builtins(command).items() if name not in ("do", "name")}
            write_audit(connection, now, request.who, to_builtins(command)["do"], given | detail)
        return outcome

    return work


def _act(connection: Connection, command: Command, found: Any, now: int) -> tuple[Outcome, dict[str, Any]]:
    """The outcome, and what the audit log says beside the arguments; `found` is what was searched for before."""
    match command:
        case List():
            lines = list_tables(connection, command.phase, command.game, command.before, command.limit)
            return Outcome(to_builtins(lines)), {}
        case Show():
            return Outcome(show_table(connection, command.code)), {}
        case Close():
            close_table(connection, command.code, now)
            return Outcome({"code": command.code}, (command.code,)), {}
        case Rename():
            rename(connection, command.code, command.seat, command.name)
            return Outcome({"code": command.code}, (command.code,)), {"seat": command.seat + 1}
        case NewCode():
            new = TokenSource().code()
            while last_version(connection, new):
                new = TokenSource().code()
            change_code(connection, command.code, new)
            return Outcome({"code": new}, (command.code,)), {"new": new}
        case BlockNetwork():
            until = None if command.seconds is None else now + round(command.seconds * 1000)
            write_block(connection, Block(command.network, until, now))
            return Outcome({"network": command.network, "until": until}), {}
        case Unblock():
            if not delete_block(connection, command.network):
                raise KnobelError(
                    f"{command.network} is not blocked", key="error-admin-not-blocked", network=command.network
                )
            return Outcome({"network": command.network}), {}
        case Blocks():
            return Outcome(to_builtins(read_blocks(connection, now))), {}
        case EraseDevice():
            erased = erase_device(connection, command.device, found)
            counts = {"tables": len(erased.changed), "records": erased.records}
            return Outcome(to_builtins(erased), erased.changed), counts
        case ExportDevice():
            return Outcome(found), {}
        case Log():
            return Outcome(to_builtins(read_audit(connection, command.limit))), {}


def close_table(connection: Connection, code: str, now: int) -> None:
    """Close a table for good. A copy in memory finds out with its next append, which does not follow any more."""
    revoke(connection, code)
    table = rebuild(entry.event for entry in read_entries(connection, code, 0))
    if table is None:
        raise KnobelError(f"there is no table {code}", key="error-admin-table", code=code)
    if table.phase == "closed":
        raise KnobelError(f"table {code} is closed already", key="error-admin-closed", code=code)
    keys = KeyPool(read_dice_secret(connection))
    draft = Draft(table, ServerInputs(SystemDice(), secrets.token_hex, keys=keys))
    draft.close()
    entries = [Entry(version, now, event) for version, event in enumerate(draft.events, table.version + 1)]
    append(code, entries, before=table, after=draft.table)(connection)


def _normal(command: Command) -> Command:
    """The command with its code, network or device as the store writes it."""
    match command:
        case Show() | Close() | Rename() | NewCode():
            code = parse_table_code(command.code)
            if code is None:
                raise KnobelError(f"{command.code} is no table code", key="error-admin-code", code=command.code)
            return replace(command, code=code)
        case BlockNetwork() | Unblock():
            seconds = command.seconds if isinstance(command, BlockNetwork) else None
            if seconds is not None and not 0 < seconds <= _MAX_BLOCK:
                raise KnobelError("a block ends within 100 years, or never", key="error-admin-block-time")
            try:
                return replace(command, network=normal_network(command.network))
            except ValueError:
                raise KnobelError(
                    f"{command.network} is no IP address or network",
                    key="error-admin-network",
                    network=command.network,
                ) from None
        case EraseDevice() | ExportDevice():
            device = command.device.strip().lower()
            if len(device) != 64 or not set(device) <= set("0123456789abcdef"):
                raise KnobelError("a device id has 64 digits and letters from a to f", key="error-admin-device")
            return replace(command, device=device)
    return command
