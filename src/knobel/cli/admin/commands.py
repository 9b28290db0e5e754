"""The commands of `knobel admin`. They ask the running server, or without one work on the store themselves."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ...terminal.saves import data_folder
from ..commands import File, GameName, Number, OneOf, as_json, command, lang, speech, usage_error

if TYPE_CHECKING:
    from ...serve.admin.commands import Command

_PHASES: Final = ("lobby", "playing", "over", "closed")
_TIMEOUT: Final = 60
"""Seconds for the answer of a server."""

code_argument = click.argument("code")
device_argument = click.argument("device")


def _keep(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Keep an option that all commands have for `_ask`."""
    ctx.meta[f"knobel.admin.{param.name}"] = value


def _options(run: Callable[..., None]) -> Callable[..., None]:
    """The options of every command."""
    data = click.option("--data", metavar="folder", type=File(), expose_value=False, callback=_keep)
    store = click.option("--store", metavar="url", envvar="KNOBEL_STORE", expose_value=False, callback=_keep)
    for option in (lang, store, data, as_json):
        run = option(run)
    return run


@command("admin list")
@click.option("--phase", type=OneOf(_PHASES))
@click.option("--game", type=GameName())
@click.option("--unused", metavar="duration")
@click.option("--limit", type=Number(1, 100_000), default=50)
@_options
def list_tables(as_json: bool, phase: str | None, game: str | None, unused: str | None, limit: int) -> None:
    """Tables by last use."""
    from ...serve.admin.commands import List

    before = None if unused is None else round((time.time() - _seconds("--unused", unused)) * 1000)
    rows = _ask(List(phase, game, before, limit))
    if as_json:
        _print_json(rows)
        return
    from ...serve.units import format_size

    shown = [
        (row["code"], row["game"], row["phase"], names, _when(row["last"]), format_size(row["size"]))
        for row in rows
        for names in [", ".join(row["seats"])]
    ]
    _print_table(("code", "game", "phase", "seats", "last", "size"), shown, "admin-no-tables")


@command("admin show")
@code_argument
@_options
def show(as_json: bool, code: str) -> None:
    """Everything about a table but its dice."""
    from ...serve.admin.commands import Show

    found = _ask(Show(code))
    if as_json:
        _print_json(found)
        return
    say = speech()
    for name in ("code", "game", "phase", "entries", "maker"):
        print(f"{say(f'admin-heading-{name}')}: {found[name]}")
    for name in ("made", "last"):
        print(f"{say(f'admin-heading-{name}')}: {_when(found[name])}")
    from ...serve.units import format_size

    print(f"{say('admin-heading-size')}: {format_size(found['size'])}")
    for number, seat in enumerate(found["seats"], 1):
        print(f"{say('admin-seat', number=number)}: {seat['name']}  {' '.join(seat['devices'])}".rstrip())
    for game in found["games"]:
        print(f"{say('admin-game')}: {_when(game['at'])}  /replay/{game['replay']}")


@command("admin close")
@code_argument
@_options
def close(as_json: bool, code: str) -> None:
    """Close a table for good; a running game is given up."""
    from ...serve.admin.commands import Close

    _done(as_json, _ask(Close(code)), "admin-closed")


@command("admin rename")
@code_argument
@click.argument("seat", type=Number(1, 100))
@click.argument("name")
@_options
def rename(as_json: bool, code: str, seat: int, name: str) -> None:
    """Replace the name of a seat, also in the log and the replays of the table."""
    from ...serve.admin.commands import Rename

    _done(as_json, _ask(Rename(code, seat - 1, name)), "admin-renamed")


@command("admin new-code")
@code_argument
@_options
def new_code(as_json: bool, code: str) -> None:
    """Give a table a new code; links with the old one do not work any more."""
    from ...serve.admin.commands import NewCode

    _done(as_json, _ask(NewCode(code)), "admin-new-code")


@command("admin block")
@click.argument("network")
@click.option("--for", "duration", metavar="duration")
@_options
def block(as_json: bool, network: str, duration: str | None) -> None:
    """Refuse all requests of an address or network."""
    from ...serve.admin.commands import BlockNetwork

    seconds = None if duration is None else _seconds("--for", duration)
    _done(as_json, _ask(BlockNetwork(network, seconds)), "admin-blocked")


@command("admin unblock")
@click.argument("network")
@_options
def unblock(as_json: bool, network: str) -> None:
    """End a block."""
    from ...serve.admin.commands import Unblock

    _done(as_json, _ask(Unblock(network)), "admin-unblocked")


@command("admin blocks")
@_options
def blocks(as_json: bool) -> None:
    """The blocks that are in force."""
    from ...serve.admin.commands import Blocks

    rows = _ask(Blocks())
    if as_json:
        _print_json(rows)
        return
    ever = speech()("admin-for-good")
    shown = [(row["network"], _when(row["at"]), ever if row["until"] is None else _when(row["until"])) for row in rows]
    _print_table(("network", "at", "until"), shown, "admin-no-blocks")


@command("admin erase-device")
@device_argument
@_options
def erase_device(as_json: bool, device: str) -> None:
    """Delete what is stored about a device; its seats become anonymous."""
    from ...serve.admin.commands import EraseDevice

    found, say = _ask(EraseDevice(device)), speech()
    if as_json:
        _print_json(found)
        return
    print(say("admin-erased", tables=len(found["changed"]), records=found["records"]))
    if found["playing"]:
        print(say("admin-erase-playing", codes=", ".join(found["playing"])))
    if found["club_members"]:
        print(say("admin-erase-clubs", names=", ".join(found["club_members"])))


@command("admin export-device")
@device_argument
@_options
def export_device(as_json: bool, device: str) -> None:
    """Everything that is stored about a device, as JSON."""
    from ...serve.admin.commands import ExportDevice

    _print_json(_ask(ExportDevice(device)))


@command("admin log")
@click.option("--limit", type=Number(1, 1_000_000), default=100)
@_options
def log(as_json: bool, limit: int) -> None:
    """The audit log: what was done, by which user, and when."""
    from ...serve.admin.commands import Log

    rows = _ask(Log(limit))
    if as_json:
        _print_json(rows)
        return
    shown = [(_when(row["at"]), row["who"], row["action"], _detail(row["detail"])) for row in rows]
    _print_table(("when", "who", "action", "detail"), shown, "admin-no-log")


def _ask(wanted: Command) -> Any:
    """The answer of the running server, or of the store if no server uses it."""
    from ...serve.admin.commands import Request, plan
    from ...serve.instance import running_admin, store_file

    request = Request(_user(), wanted)
    options = click.get_current_context().meta
    named: str | None = options["knobel.admin.store"]
    path = store_file(options["knobel.admin.data"] or data_folder(), named)
    if (endpoint := running_admin(path)) is not None:
        return _post(endpoint.address, endpoint.token, request)
    from ...store import Store, location

    where = path if named is None else location(named)
    if isinstance(where, Path) and not where.is_file():
        raise usage_error("error-no-store", folder=str(path.parent))
    with Store(where) as store:
        return store.write(plan(store, request, round(time.time() * 1000))).result().answer


def _user() -> str:
    """The user of the operating system; its number if it has no name, as in a container with any `--user`."""
    from getpass import getuser

    try:
        return getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def _post(address: str, token: str, request: Any) -> Any:
    import msgspec

    from ...rules.errors import KnobelError

    answer, status = _fetched(f"{address}admin", token, msgspec.json.encode(request))
    decoded = msgspec.json.decode(answer)
    if status != 200:
        raise KnobelError(decoded["sentence"], key=decoded["key"], **decoded["values"])
    return decoded


def _fetched(address: str, token: str, body: bytes) -> tuple[bytes, int]:
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    try:
        with urlopen(Request(address, body, {"Authorization": f"Bearer {token}"}), timeout=_TIMEOUT) as answer:
            return answer.read(), answer.status
    except HTTPError as error:
        return error.read(), error.code
    except URLError as error:
        raise usage_error("error-admin-server", why=str(error.reason)) from None


def _seconds(option: str, text: str) -> float:
    from ...serve.units import parse_duration

    try:
        return parse_duration(text)
    except ValueError:
        raise usage_error("error-duration", option=option, value=repr(text)) from None


def _done(as_json: bool, answer: Mapping[str, Any], key: str) -> None:
    if as_json:
        _print_json(answer)
    else:
        print(speech()(key, **{name: value for name, value in answer.items() if value is not None and name != "until"}))


def _print_json(answer: object) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print_table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]], empty: str) -> None:
    from ..output import show, table

    say = speech()
    if not rows:
        print(say(empty))
        return
    shown = table()
    for heading in headings:
        shown.add_column(say(f"admin-heading-{heading}"))
    for row in rows:
        shown.add_row(*row)
    show(shown)


def _detail(detail: Mapping[str, object]) -> str:
    return " ".join(f"{name}={value}" for name, value in detail.items() if value is not None)


def _when(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000):%Y-%m-%d %H:%M}"
