"""What the operator of a server does with tables and devices: list, show, rename, new code, export and erase."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from ..rules.errors import KnobelError
from ..table import Table, evolve
from ..table.events import Played, Wanted
from ..table.names import alike, clean
from .audit import count_bytes
from .checksums import rewrite_checksums, sound_entries
from .connection import Connection
from .entries import decode_log
from .errors import Damaged
from .leases import revoke
from .names import anonymous_names, names_in_log, replace_names
from .retention import BY_CODE, delete_record

_LAST = "(SELECT at FROM entries WHERE entries.code = tables.code ORDER BY version DESC LIMIT 1)"


class TableLine(Struct, frozen=True):
    """A table in the operator's list; `last` is the time of its last entry, `size` its bytes."""

    code: str
    game: str
    phase: str
    seats: tuple[str, ...]
    last: int
    size: int


class Erased(Struct, frozen=True):
    """What was deleted about a device, and what remains: tables with a running game, and members of clubs by name."""

    changed: tuple[str, ...]
    records: int
    playing: tuple[str, ...]
    club_members: tuple[str, ...]


def list_tables(
    connection: Connection,
    phase: str | None = None,
    game: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> list[TableLine]:
    """Tables by last use, newest first; `before` leaves out those used since then."""
    wanted = [("phase = ?", phase), ("game = ?", game), (f"{_LAST} < ?", before)]
    where = " AND ".join(text for text, value in wanted if value is not None) or "1 = 1"
    query = (
        f"SELECT code, game, phase, names, {_LAST} AS last, coalesce((SELECT bytes FROM sizes WHERE name = code), 0)"
        f" FROM tables WHERE {where} ORDER BY last DESC, code LIMIT ?"
    )
    rows = connection.execute(query, [*(value for _, value in wanted if value is not None), limit])
    return [TableLine(code, game, phase, _names(names), last, size) for code, game, phase, names, last, size in rows]


def show_table(connection: Connection, code: str) -> dict[str, Any]:
    """Everything that the operator may want to know about a table, without dice."""
    row = _table(connection, code)
    count_bytes(connection, code)
    first, last, entries = connection.execute(
        "SELECT min(at), max(at), count(*) FROM entries WHERE code = ?", (code,)
    ).fetchone()
    devices: Any = connection.execute("SELECT seat, device FROM holders WHERE code = ? ORDER BY seat", (code,))
    held = dict[int, list[str]]()
    for seat, device in devices:
        held.setdefault(seat, []).append(device)
    made = connection.execute("SELECT device, bytes FROM sizes WHERE name = ?", (code,)).fetchone()
    games: Any = connection.execute("SELECT replay, game, at FROM games WHERE code = ? ORDER BY number", (code,))
    clubs: Any = connection.execute("SELECT club FROM club_tables WHERE code = ? ORDER BY club", (code,))
    return {
        "code": code,
        "game": row[0],
        "phase": row[1],
        "made": first,
        "last": last,
        "entries": entries,
        "seats": [{"name": name, "devices": held.get(seat, [])} for seat, name in enumerate(_names(row[2]))],
        "maker": made[0],
        "size": made[1],
        "clubs": [club for (club,) in clubs],
        "games": [{"replay": replay, "game": game, "at": at} for replay, game, at in games],
    }


def rename(connection: Connection, code: str, seat: int, name: str) -> str:
    """Replace the name of a seat wherever the store has it for this table; the old name."""
    revoke(connection, code)
    _, phase, stored = _table(connection, code)
    names = _names(stored)
    if not 0 <= seat < len(names):
        raise KnobelError(f"table {code} has no seat {seat + 1}", key="error-admin-seat", code=code, seat=seat + 1)
    _check_not_playing(code, phase)
    old, new, known = names[seat], clean(name), names_in_log(connection, code)
    if any(alike(new) == alike(other) != alike(old) for other in known):
        raise KnobelError(f"at table {code} there is or was another {new}", key="error-admin-name", code=code, name=new)
    replace_names(connection, code, {each: new for each in known if alike(each) == alike(old)})
    return old


def change_code(connection: Connection, code: str, new: str) -> None:
    """Give a table another code: links with the old one do not work any more."""
    revoke(connection, code)
    _table(connection, code)
    sound = sound_entries(connection, code)
    if sound == 0:  # the first entry names the code
        raise Damaged(code, 1, "checksum")
    for table in (*BY_CODE, "club_tables", "club_games"):
        connection.execute(f"UPDATE {table} SET code = ? WHERE code = ?", (new, code))
    connection.execute("UPDATE sizes SET name = ? WHERE name = ?", (new, code))
    first: dict[str, Any] = msgspec.json.decode(
        connection.execute("SELECT event FROM entries WHERE code = ? AND version = 1", (new,)).get
    )
    values = (msgspec.json.encode({**first, "code": new}), new)
    connection.execute("UPDATE entries SET event = ? WHERE code = ? AND version = 1", values)
    rewrite_checksums(connection, new, sound)
    answers: Any = connection.execute("SELECT device, id, answer FROM answers WHERE code = ''").fetchall()
    for device, name, answer in answers:  # the answer to a command that made the table, or carried a seat to a device
        if msgspec.json.encode(code) in answer:
            replaced = answer.replace(msgspec.json.encode(code), msgspec.json.encode(new))
            query = "UPDATE answers SET answer = ? WHERE code = '' AND device = ? AND id = ?"
            connection.execute(query, (replaced, device, name))


def codes_of_device(connection: Connection, device: str) -> list[str]:
    """All tables whose log or lists name a device. It reads the whole store, so it does not belong into a write."""
    queries = (
        "SELECT code FROM holders WHERE device = ?1 UNION SELECT code FROM entries WHERE device = ?1"
        " UNION SELECT code FROM refusals WHERE device = ?1"
        " UNION SELECT code FROM games JOIN finders USING (replay) WHERE device = ?1 AND code IS NOT NULL"
        " UNION SELECT name FROM sizes JOIN tables ON code = name WHERE device = ?1"
    )
    codes = {code for (code,) in connection.execute(queries, (device,))}
    for (answer,) in connection.execute("SELECT answer FROM answers WHERE code = '' AND device = ?", (device,)):
        codes.add(msgspec.json.decode(answer)["code"])  # to a command that made a table, or carried a seat to a device
    return sorted(codes)


def export_device(connection: Connection, device: str) -> dict[str, Any]:
    """Everything that the store has about a device."""

    def rows(query: str, *columns: str) -> list[dict[str, Any]]:
        found = connection.execute(f"SELECT {', '.join(columns)} {query}", (device,))
        return [dict(zip(columns, map(_readable, row), strict=True)) for row in found]

    own_seats = "FROM holders JOIN tables USING (code) WHERE device = ?"
    own_clubs = "FROM club_devices JOIN club_members USING (club, member) WHERE device = ?"
    own_games = "FROM finders JOIN games USING (replay) WHERE device = ? ORDER BY at"
    return {
        "device": device,
        "seats": rows(own_seats, "code", "game", "phase", "names", "seat"),
        "commands": rows("FROM entries WHERE device = ? ORDER BY at", "code", "version", "at", "event"),
        "games": rows(own_games, "replay", "code", "game", "at", "names", "winners", "points", "seat"),
        "puzzles": rows("FROM puzzles WHERE device = ? ORDER BY at", "puzzle", "game", "day", "move", "loss", "at"),
        "hidden_tables": rows("FROM hidden WHERE device = ?", "code"),
        "carry_links": rows("FROM carries WHERE device = ?", "code", "expires"),
        "stored": rows("FROM sizes WHERE device = ?", "name", "bytes"),
        "clubs": rows(own_clubs, "club", "member", "name", "role"),
    }


def erase_device(connection: Connection, device: str, codes: list[str]) -> Erased:
    """Delete what is stored about a device; its seats at `codes` become anonymous.

    A table with a running game keeps the seat, because its dice are bound to the names; the next call deletes it.
    """
    playing, changed = list[str](), list[str]()
    for code in codes:
        query = "SELECT phase FROM tables WHERE code = ?"
        phase = connection.execute(query, (code,)).get
        if phase not in (None, "playing"):
            revoke(connection, code)
            phase = connection.execute(query, (code,)).get  # as the last append has left it
        if phase is None:
            continue
        if phase == "playing":
            playing.append(code)
        else:
            _anonymise(connection, code, device)
            changed.append(code)
    records: Any = connection.execute(
        "SELECT replay FROM finders JOIN games USING (replay) WHERE device = ?1 AND code IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM finders AS others WHERE others.replay = finders.replay AND others.device <> ?1)",
        (device,),
    ).fetchall()
    for (replay,) in records:
        delete_record(connection, replay)
    members: Any = connection.execute(
        "SELECT name FROM club_devices JOIN club_members USING (club, member) WHERE device = ? AND name IS NOT NULL",
        (device,),
    ).fetchall()
    for table in ("finders", "hidden", "puzzles", "carries", "answers", "refusals", "club_devices"):
        connection.execute(f"DELETE FROM {table} WHERE device = ?", (device,))
    connection.execute("UPDATE sizes SET device = '' WHERE device = ?", (device,))
    return Erased(tuple(changed), len(records), tuple(playing), tuple(name for (name,) in members))


def _anonymise(connection: Connection, code: str, device: str) -> None:
    """Replace a device and its names in the log of a table; no device has the digest in its place."""
    known, nobody = names_in_log(connection, code), secrets.token_hex(32)
    names = anonymous_names(known, _names_of(connection, code, device))
    replace_names(connection, code, names, {device: nobody})


def _names_of(connection: Connection, code: str, device: str) -> set[str]:
    """The names under which a device sat or knocked at a table.

    A device that claims the seat of a guest knocks under the guest's name, which becomes its own when it is let in.
    """
    own = set[str]()
    table: Table | None = None
    query = "SELECT version, at, event FROM entries WHERE code = ? ORDER BY version"
    with suppress(Exception):  # a damaged log, which can fail anywhere; its beginning is known
        for entry in decode_log(connection.execute(query, (code,)).fetchall()):
            table = evolve(table, entry.event)
            if not isinstance(entry.event, Wanted | Played):  # most of a log
                seats = (*table.seats, *(out.seat for out in table.bench))
                own |= {seat.name for seat in seats if device in seat.devices and not seat.guest}
                own |= {knock.name for knock in table.knocks if knock.device == device and not knock.claims}
    return own


def _table(connection: Connection, code: str) -> tuple[str, str, bytes]:
    row = connection.execute("SELECT game, phase, names FROM tables WHERE code = ?", (code,)).fetchone()
    if row is None:
        raise KnobelError(f"there is no table {code}", key="error-admin-table", code=code)
    return row[0], row[1], row[2]


def _check_not_playing(code: str, phase: str) -> None:
    if phase == "playing":
        raise KnobelError(
            f"a game runs at table {code}, and its dice are bound to the names: rename after it, or close the table",
            key="error-admin-playing",
            code=code,
        )


def _names(stored: bytes) -> tuple[str, ...]:
    return msgspec.json.decode(stored, type=tuple[str, ...])


def _readable(value: object) -> object:
    """JSON columns as values."""
    return msgspec.json.decode(value) if isinstance(value, bytes) else value
