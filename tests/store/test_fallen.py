"""The dice of finished games, as the store counts them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from knobel.bots import play_out
from knobel.odds.honesty import Fallen
from knobel.store import EVERYWHERE, FallenRow, Store
from knobel.store.schema import MIGRATIONS, migrate
from knobel.table.commands import Rematch
from knobel.table.events import Played
from knobel.table.onward import onward
from tests.table.room import ANNA, Room

from .games import entries, finished_game, moments


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as opened:
        yield opened


def keep(store: Store, room: Room, until: int | None = None) -> None:
    before = None
    for entry, after in list(zip(entries(room), moments(room), strict=True))[:until]:
        store.append(room.table.code, [entry], before=before, after=after).result()
        before = after


def thrown(room: Room) -> dict[str, list[int]]:
    """The dice in the log by whose they are, in their order; Anna has seat 0, and whoever else plays is a bot."""
    dice: dict[str, list[int]] = {"person": [], "bot": [], "nobody": []}
    for entry in room.log:
        if isinstance(entry, Played) and entry.by != "record":
            event: dict[str, Any] = entry.event
            match event:
                case {"e": "cups" | "roll_off", "dice": cups}:
                    for seat, cup in enumerate(cups):
                        dice["person" if seat == 0 else "bot" if seat < len(room.table.seats) else "nobody"] += cup
                case {"e": "throw", "seat": seat, "dice": fell}:
                    dice["person" if seat == 0 else "bot"] += fell
                case {"e": "white", "dice": fell}:
                    dice["nobody"] += fell
    return dice


def faces(rows: list[FallenRow]) -> dict[str, list[int]]:
    return {row.thrower: list(row.fallen.faces) for row in rows}


def counted(dice: dict[str, list[int]]) -> dict[str, list[int]]:
    return {whose: [fell.count(face) for face in range(1, 7)] for whose, fell in dice.items() if fell}


GAMES: dict[str, Any] = {
    "zock": {"options": {"games": 1}, "bots": ("random",)},
    "schocken": {"options": {"stones": 2}, "bots": ("random", "random")},
    "zocknroll": {"bots": ("random", "random")},  # three play with Jörg
}


@pytest.mark.parametrize("game", GAMES)
def test_dice_are_counted_by_whose_they_are(store: Store, game: str) -> None:
    room = Room(game, start=True, **GAMES[game])
    room.play_out()
    keep(store, room)
    assert faces(store.fallen("kiwi")) == counted(thrown(room))
    assert store.fallen() == store.fallen("kiwi"), "there is no other table"
    assert not any(row.fair for row in store.fallen()), "nobody has promised anything about these dice"


def test_repeats_and_doubles_of_a_person(store: Store) -> None:
    room = finished_game()
    keep(store, room)
    dice = thrown(room)["person"]
    fallen = next(row.fallen for row in store.fallen() if row.thrower == "person")
    assert (fallen.followed, fallen.repeats) == (
        len(dice) - 1,
        sum(one == other for one, other in pairwise(dice)),
    )
    pairs = list(zip(dice[::2], dice[1::2], strict=True))
    assert (fallen.throws, fallen.doubles) == ((len(pairs), 0), (sum(one == other for one, other in pairs), 0))


def test_a_game_that_runs_shows_nothing(store: Store) -> None:
    room = Room("zocknroll", ("random", "random"), start=True)
    room.play_out()
    keep(store, room, until=-1)
    assert store.fallen("kiwi") == store.fallen() == []


def test_sums_go_on_over_games_and_tables(store: Store) -> None:
    first, second = finished_game(), finished_game("schocken", code="plum")
    first.ask(ANNA, Rematch())
    first.play_out(2)
    keep(store, first)
    keep(store, second)
    assert faces(store.fallen("kiwi")) == counted(thrown(first))
    here, there, everywhere = (
        sum((row.fallen for row in store.fallen(code)), Fallen()) for code in ("kiwi", "plum", EVERYWHERE)
    )
    assert everywhere == here + there
    assert (here.throws[1], there.throws[1] > 0) == (0, True)


def test_what_was_taken_over_from_another_game_does_not_count(store: Store) -> None:
    session = play_out("zock", ["Anna", "Ben"], {"games": 1}, "random", seed=5)
    room = Room(onward=onward(session, len(session.events) - 6, seat=0), bots=("random",))
    room.play_out()
    keep(store, room)
    assert any(isinstance(entry, Played) and entry.by == "record" for entry in room.log)
    assert faces(store.fallen()) == counted(thrown(room))


def test_a_loaded_record_does_not_count(store: Store) -> None:
    session = play_out("zock", ["Eva", "Kai"], {"games": 1}, "random", seed=1)
    store.keep_record("secret", session, ANNA, 77).result()
    assert store.fallen() == []


def test_a_store_of_an_older_version_gets_the_same_sums(tmp_path: Path, store: Store) -> None:
    rooms = [finished_game(), finished_game("schocken", code="plum")]
    for room in rooms:
        keep(store, room)
    old = tmp_path / "old.db"
    connection = apsw.Connection(str(old))
    migrate(connection, MIGRATIONS[:1])
    for room in rooms:
        for entry in entries(room):
            row = (room.table.code, entry.v, entry.at, msgspec.json.encode(entry.event))
            connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)
    connection.close()
    with Store(old) as migrated:
        for code in ("kiwi", "plum", EVERYWHERE):
            assert migrated.fallen(code) == store.fallen(code) != []
