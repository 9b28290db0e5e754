"""The commands of `knobel club`. Reading works while the server runs; what writes needs the store for itself."""

from __future__ import annotations

import os
import secrets
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ..commands import File, as_json, command, lang, speech, usage_error
from ..stores import store_options

if TYPE_CHECKING:
    from ...store import Store
    from ...store.clubs.members import ClubRow
    from ...store.connection import Connection

_LINK_LIFETIME: Final = 7 * 24 * 60 * 60 * 1000
"""Milliseconds for which a link is valid."""

club_argument = click.argument("club")


@command("club list")
@as_json
@store_options
@lang
def list_clubs(as_json: bool, where: Path | str) -> None:
    """All clubs of the store, for its host."""
    import msgspec

    from ...store.clubs.members import all_clubs, read_members
    from ...store.clubs.reading import ALL_GAMES, count_games
    from ...store.offline import read_offline
    from ..output import show, table

    def work(connection: Connection) -> list[tuple[ClubRow, int, int]]:
        return [
            (
                club,
                sum(each.name is not None for each in read_members(connection, club.club)),
                count_games(connection, club.club, ALL_GAMES),
            )
            for club in all_clubs(connection)
        ]

    clubs, say = read_offline(where, work), speech()
    if as_json:
        rows = [
            {"club": row.club, "name": row.name, "members": members, "games": games} for row, members, games in clubs
        ]
        print(msgspec.json.encode(rows).decode())
        return
    if not clubs:
        print(say("club-none"))
        return
    shown = table()
    for heading in ("club-heading-id", "club-heading-name", "club-heading-members", "club-heading-games"):
        shown.add_column(say(heading), no_wrap=heading == "club-heading-id")
    for row, members, games in clubs:
        shown.add_row(row.club, row.name, str(members), str(games))
    show(shown)


@command("club export")
@club_argument
@click.argument("file", type=File())
@store_options
@lang
def export(club: str, file: Path, where: Path | str) -> None:
    """Write a club to a new file: everything as JSON, or its results as CSV; `-` is the standard output."""
    from ...store.offline import read_offline

    as_csv = file.suffix.lower() == ".csv"
    if not as_csv and file.suffix.lower() != ".json" and str(file) != "-":
        raise usage_error("error-club-suffix", file=file.name)
    text = read_offline(where, lambda connection: _exported(connection, _found(connection, club), as_csv))
    if str(file) == "-":
        sys.stdout.write(text + "\n")
        return
    _write_new(file, text)
    print(speech()("club-exported", file=str(file)))


@command("club backup")
@click.argument("folder", type=File())
@store_options
@lang
def backup(folder: Path, where: Path | str) -> None:
    """Export every club as JSON, one file each, into a folder."""
    from ...store.clubs.members import all_clubs
    from ...store.offline import read_offline

    def work(connection: Connection) -> list[tuple[str, str]]:
        return [(club.club, _exported(connection, club.club, as_csv=False)) for club in all_clubs(connection)]

    found = read_offline(where, work)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise usage_error("error-write", file=str(folder), why=error.strerror or "") from None
    today = f"{datetime.now():%Y-%m-%d}"
    for club, text in found:
        _write_new(folder / f"club-{club}-{today}.json", text)
    print(speech()("club-backed-up", count=len(found), folder=str(folder)))


@command("club import")
@click.argument("file", type=File())
@click.option("--club", metavar="club")
@click.option("--check", is_flag=True)
@store_options
@lang
def add(file: Path, club: str | None, check: bool, where: Path | str) -> None:
    """Make a club from an export, or add an older list of results to a club."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise usage_error("error-read", file=str(file), why=error.strerror or "") from None
    if file.suffix.lower() == ".json":
        _import_club(content, check, where)
    elif club is None:
        raise usage_error("error-club-needed", file=file.name)
    else:
        _import_list(content, club, check, where)


def _import_club(content: bytes, check: bool, where: Path | str) -> None:
    import msgspec

    from ...club.exporting import ClubExport
    from ...store import Store
    from ...store.clubs.transfer import import_club

    try:
        export = msgspec.json.decode(content, type=ClubExport)
    except (msgspec.MsgspecError, UnicodeError):
        raise usage_error("error-club-export") from None
    say = speech()
    if not check:
        new = secrets.token_hex(16)
        with Store(where) as store:
            try:
                founder = store.write(lambda connection: import_club(connection, new, export)).result()
            except (OverflowError, UnicodeError):  # numbers and texts that no store holds
                raise usage_error("error-club-export") from None
            link = _link(store, new, founder)
        print(say("club-made", club=new))
        print(say("club-link", link=link))
    print(say("club-imported", games=len(export.games), members=len(export.members)))


def _import_list(content: bytes, club: str, check: bool, where: Path | str) -> None:
    from ...club.importing import read_list
    from ...store import Store
    from ...store.clubs.games import add_listed
    from ...store.offline import read_offline

    try:
        games = read_list(content.decode())
    except UnicodeDecodeError:
        raise usage_error("error-list-text") from None
    found = read_offline(where, lambda connection: _found(connection, club))
    new = list[str]()
    if not check:
        with Store(where) as store:
            new = store.write(lambda connection: add_listed(connection, found, games, _now())).result()
    print(speech()("club-imported", games=len(games), members=len(new)))


@command("club link")
@club_argument
@click.argument("member", metavar="name")
@store_options
@lang
def link(club: str, member: str, where: Path | str) -> None:
    """A one-time link for a member: for a founder who has lost the phone."""
    from ...store import Store
    from ...store.clubs.members import members_by_name
    from ...store.offline import read_offline
    from ...table.names import alike

    found = read_offline(where, lambda connection: _found(connection, club))
    with Store(where) as store:
        number = store.read(lambda connection: members_by_name(connection, found)).get(alike(member))
        if number is None:
            raise usage_error("error-club-member", name=member)
        print(speech()("club-link", link=_link(store, found, number)))


def _link(store: Store, club: str, member: int) -> str:
    from ...serve.tokens import digest
    from ...store.clubs.members import keep_link

    token, now = secrets.token_hex(16), _now()
    store.write(
        lambda connection: keep_link(connection, club, member, digest(token), now + _LINK_LIFETIME, now)
    ).result()
    return f"/club/join#{token}"


def _now() -> int:
    return round(time.time() * 1000)


def _found(connection: Connection, wanted: str) -> str:
    """The id of a club by its id, the beginning of it, or its name."""
    from ...store.clubs.members import all_clubs

    clubs = all_clubs(connection)
    for matches in (
        [club.club for club in clubs if wanted in (club.club, club.name)],
        [club.club for club in clubs if wanted and club.club.startswith(wanted.lower())],
    ):
        if len(matches) > 1:
            raise usage_error("error-club-several", name=wanted)
        if matches:
            return matches[0]
    raise usage_error("error-no-club", name=wanted)


def _exported(connection: Connection, club: str, as_csv: bool) -> str:
    import msgspec

    from ...club.exporting import csv_lines
    from ...store.clubs.transfer import export_club, named_games

    if as_csv:
        return "".join(csv_lines(named_games(connection, club)))
    return msgspec.json.format(msgspec.json.encode(export_club(connection, club))).decode()


def _write_new(file: Path, text: str) -> None:
    """Write a new file that only its owner can read, since it holds names; an existing one is not overwritten."""
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(handle, "w", encoding="utf-8", newline="") as written:
            written.write(text)
    except FileExistsError:
        raise usage_error("error-file-exists", file=file.name) from None
    except OSError as error:
        raise usage_error("error-write", file=str(file), why=error.strerror or "") from None
