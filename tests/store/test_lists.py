"""Lists of tables and games, carry links, clocks."""

from __future__ import annotations

import pytest

from knobel.bots import play_out
from knobel.rules.records import loads
from knobel.store import ClockRow, Offer, Repeated, Spent, Store
from knobel.table.commands import Join, Leave, Rematch
from tests.table.room import ANNA, BEN, Room

from .games import entries, finished_game, moments


def keep(store: Store, room: Room) -> None:
    """Every entry as a command of its own."""
    before = None
    for entry, after in zip(entries(room), moments(room), strict=True):
        store.append(room.table.code, [entry], before=before, after=after).result()
        before = after


def test_tables_of_a_device(store: Store) -> None:
    room = Room("schocken")
    room.ask(BEN, Join("Ben"))
    keep(store, room)
    (row,) = store.tables_of(BEN)
    assert (row.code, row.game, row.phase, row.names, row.seat) == ("kiwi", "schocken", "lobby", ("Anna", "Ben"), 1)
    assert row.at == 1000 + room.table.version
    assert store.codes("lobby") == ["kiwi"]
    assert store.codes("playing") == []


def test_a_device_that_left_is_not_listed(store: Store) -> None:
    room = Room("schocken")
    room.ask(BEN, Join("Ben"))
    room.ask(ANNA, Leave())
    keep(store, room)
    assert store.tables_of(ANNA) == []
    assert [row.seat for row in store.tables_of(BEN)] == [0]


@pytest.mark.parametrize("game", ["zock", "schocken"])
def test_finished_games(store: Store, game: str) -> None:
    room = finished_game(game)
    keep(store, room)
    (row,) = store.games_of(ANNA)
    assert (row.game, row.code, row.number, row.names, row.seat) == (game, "kiwi", 1, ("Anna", "Ada"), 0)
    assert row.levels == (None, "random")
    assert row.points == tuple(seat.tally.points for seat in room.table.seats)
    assert store.games_of(BEN) == []
    found = store.game("replay-kiwi-1")
    assert found is not None
    session = loads(found[1])
    assert session.result == room.table.rules.result(room.table.state)
    assert store.game("replay-kiwi-2") is None


def test_every_game_of_a_table_has_its_own_record(store: Store) -> None:
    room = finished_game()
    room.ask(ANNA, Rematch())
    room.play_out(2)
    keep(store, room)
    first, second = store.games_at("kiwi")
    assert (first.number, second.number) == (1, 2)
    assert [row.replay for row in store.games_of(ANNA)] == [second.replay, first.replay], "the latest first"
    records = [store.game(row.replay) for row in (first, second)]
    assert records[0] != records[1]
    assert all(found is not None and loads(found[1]).result for found in records)
    assert len(store.games_of(ANNA, limit=1)) == 1


def test_a_loaded_record(store: Store) -> None:
    session = play_out("zock", ["Eva", "Kai"], {"games": 1}, "random", seed=1)
    store.keep_record("secret", session, BEN, 77).result()
    (row,) = store.games_of(BEN)
    assert (row.replay, row.code, row.seat, row.names, row.at) == ("secret", None, None, ("Eva", "Kai"), 77)
    found = store.game("secret")
    assert found is not None
    assert loads(found[1]).events == session.events
    with pytest.raises(Repeated):
        store.keep_record("secret", session, ANNA, 78).result()
    assert store.games_of(ANNA) == []


def test_an_unfinished_record(store: Store) -> None:
    session = play_out("zock", ["Eva", "Kai"], {"games": 1}, "random", seed=1)
    session.take_back(3)
    store.keep_record("secret", session, BEN, 77).result()
    assert store.games_of(BEN)[0].winners == ()


def test_a_link_works_once(store: Store) -> None:
    offer = Offer("kiwi", ANNA)
    store.offer_carry("digest", offer, expires=200, now=100).result()
    assert store.carry("digest", now=199) == offer
    assert store.carry("digest", now=200) is None
    assert store.carry("other", now=100) is None
    room = Room("schocken")
    store.append("kiwi", entries(room), after=room.table, spends="digest").result()
    assert store.carry("digest", now=100) is None
    with pytest.raises(Spent):
        store.append("plum", entries(room), after=room.table, spends="digest").result()
    assert store.load("plum") == []


def test_expired_links_are_deleted(store: Store) -> None:
    store.offer_carry("old", Offer("kiwi", ANNA), expires=200, now=100).result()
    store.offer_carry("new", Offer("kiwi", ANNA), expires=400, now=300).result()
    assert store.carry("old", now=150) is None
    assert store.carry("new", now=301) == Offer("kiwi", ANNA)


def test_clocks(store: Store) -> None:
    assert store.clock("kiwi") is None
    store.save_clock("kiwi", ClockRow(12, 3000)).result()
    store.save_clock("kiwi", ClockRow(14, 2000)).result()
    assert store.clock("kiwi") == ClockRow(14, 2000)
