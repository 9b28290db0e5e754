"""Clubs in the store: an older store gets them, and a fault in a club does not harm its table."""

from __future__ import annotations

from pathlib import Path

import apsw
import msgspec
import pytest

from knobel.store import Store
from knobel.store.clubs import games
from knobel.store.clubs.access import Asker
from knobel.store.clubs.members import tie_device, write_club
from knobel.store.clubs.rows import read_games
from knobel.store.connection import Connection
from knobel.store.schema import MIGRATIONS, migrate
from tests.table.room import ANNA, Room, pair

from .games import entries, moments
from .test_schema import old_store

CLUB = "c" * 32


def _two_people() -> Room:
    """A finished game of Anna and Ben."""
    room = pair(options={"games": 1})
    room.play_out()
    return room


def _linked(connection: Connection) -> None:
    """A club of Anna and Ben that counts the games of their table."""
    anna, _ = write_club(connection, CLUB, "Stammtisch", 1, ("Anna", "Ben"))
    tie_device(connection, CLUB, ANNA, anna)
    games.link_table(connection, Asker(CLUB, ANNA), "kiwi", 2)


@pytest.mark.parametrize("version", [1, 8, 9])
def test_games_of_an_older_store_count_for_a_club(tmp_path: Path, version: int) -> None:
    path, room = tmp_path / "store.db", _two_people()
    old_store(path, 1, room)
    connection = apsw.Connection(str(path))
    migrate(connection, MIGRATIONS[:version])
    connection.close()
    with Store(path) as store:
        store.write(_linked).result()
        (game,) = store.read(lambda connection: list(read_games(connection, CLUB)))
        (row,) = store.games_at("kiwi")
    assert [(seat.member, seat.points) for seat in game.seats] == [(1, row.points[0]), (2, row.points[1])]
    assert sorted(seat.place for seat in game.seats) in ([1, 2], [1, 1])


def _append(store: Store, room: Room) -> None:
    """Write the log of a room as commands do."""
    tables, log = [None, *moments(room)], entries(room)
    for number, entry in enumerate(log):
        store.append("kiwi", [entry], before=tables[number], after=tables[number + 1]).result()


@pytest.mark.parametrize("fault", ["facts", "count_game"], ids=["before a row is written", "after rows were written"])
def test_a_fault_in_a_club_does_not_keep_a_game_from_being_stored(
    where: Path | str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    room = _two_people()
    log, tables = entries(room), [None, *moments(room)]
    ends = next(number for number, table in enumerate(tables) if table is not None and table.phase == "over") - 1
    with Store(where) as store:
        for number, entry in enumerate(log[: ends + 1]):
            if number == ends:
                store.write(_linked).result()
                monkeypatch.setattr(games, fault, _fails)
            store.append("kiwi", [entry], before=tables[number], after=tables[number + 1]).result()
        assert len(store.games_at("kiwi")) == 1
        assert store.read(lambda connection: list(read_games(connection, CLUB))) == []
    assert "a game was not counted for its club: ZeroDivisionError" in caplog.text


def _fails(*_: object) -> object:
    raise ZeroDivisionError("Anna")


def test_luck_is_kept_with_an_analysis(where: Path | str) -> None:
    with Store(where) as store:
        _append(store, _two_people())
        store.write(_linked).result()
        analysis = msgspec.json.encode({"moments": [{"luck": [0.5, -0.5]}, {"luck": [-0.25, 0.25]}]})
        (game,) = store.games_at("kiwi")
        assert store.keep_analysis(game.replay, 1, analysis, 5, game.names).result()
        found = store.read(
            lambda connection: connection.execute("SELECT seat, luck, variance FROM club_luck ORDER BY seat").fetchall()
        )
    assert found == [(0, 0.25, 0.3125), (1, -0.25, 0.3125)]
