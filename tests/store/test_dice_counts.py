"""Dice counts in the store."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import apsw
import msgspec
import pytest
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.fair.statistics.counts import DiceCounts
from knobel.fair.statistics.findings import examine
from knobel.rules.dice import SeededDice
from knobel.store import EVERYWHERE, DiceRow, Store
from knobel.store.schema import MIGRATIONS, migrate
from knobel.table.commands import Close, Join, Rematch, Start, Unseat
from knobel.table.continuation import continuation
from knobel.table.events import Closed, Played
from tests.table.room import ANNA, BEN, Room

from .games import entries, finished_game, moments


def keep(store: Store, room: Room, until: int | None = None) -> None:
    before = None
    for entry, after in list(zip(entries(room), moments(room), strict=True))[:until]:
        store.append(room.table.code, [entry], before=before, after=after).result()
        before = after


def thrown(room: Room) -> dict[str, list[int]]:
    """The dice in the log by thrower, in order; Anna has seat 0, and all other seats are bots."""
    dice: dict[str, list[int]] = {"person": [], "bot": [], "nobody": []}
    for entry in room.log:
        if isinstance(entry, Played) and entry.by != "record":
            event: dict[str, Any] = msgspec.to_builtins(entry.event)
            match event:
                case {"e": "cups" | "roll_off", "dice": cups}:
                    for seat, cup in enumerate(cups):
                        dice["person" if seat == 0 else "bot" if seat < len(room.table.seats) else "nobody"] += cup
                case {"e": "throw", "seat": seat, "dice": fell}:
                    dice["person" if seat == 0 else "bot"] += fell
                case {"e": "white", "dice": fell}:
                    dice["nobody"] += fell
    return dice


def faces(rows: list[DiceRow]) -> dict[str, list[int]]:
    return {row.thrower: list(row.counts.faces) for row in rows}


def counted(dice: dict[str, list[int]]) -> dict[str, list[int]]:
    return {whose: [fell.count(face) for face in range(1, 7)] for whose, fell in dice.items() if fell}


GAMES: dict[str, Any] = {
    "zock": {"options": {"games": 1}, "bots": ("random",)},
    "schocken": {"options": {"stones": 2}, "bots": ("random", "random")},
    "zocknroll": {"bots": ("random", "random")},  # three play with Jörg
}


@pytest.mark.parametrize("game", GAMES)
def test_dice_are_counted_by_thrower(store: Store, game: str) -> None:
    room = Room(game, start=True, **GAMES[game])
    room.play_out()
    keep(store, room)
    assert faces(store.dice_counts("kiwi")) == counted(thrown(room))
    assert store.dice_counts() == store.dice_counts("kiwi"), "there is no other table"
    assert not any(row.fair for row in store.dice_counts()), "these dice have no commitments"


def test_repeats_and_doubles_of_a_person(store: Store) -> None:
    room = finished_game()
    keep(store, room)
    dice = thrown(room)["person"]
    fallen = next(row.counts for row in store.dice_counts() if row.thrower == "person")
    assert (fallen.followed, fallen.repeats) == (
        len(dice) - 1,
        sum(one == other for one, other in pairwise(dice)),
    )
    pairs = list(zip(dice[::2], dice[1::2], strict=True))
    assert (fallen.throws, fallen.doubles) == ((len(pairs), 0), (sum(one == other for one, other in pairs), 0))


def test_a_running_game_is_not_counted(store: Store) -> None:
    room = Room("zocknroll", ("random", "random"), start=True)
    room.play_out()
    keep(store, room, until=-1)
    assert store.dice_counts("kiwi") == store.dice_counts() == []


def test_dice_of_an_abandoned_game_count(store: Store) -> None:
    """Anna closes the table whenever her dice are bad: her throws until then stay in the sums.

    Without the games that she gave up, the same honest dice look loaded.
    """
    dice, chance, kept = SeededDice(7), Random(7), DiceCounts()
    thrown_by_anna = [0] * 6
    for number in range(150):
        room = Room("zock", ("random",), start=True, dice=dice, options={"games": 3}, code=f"table-{number}")
        while room.table.phase == "playing":
            mine = thrown(room)["person"]
            if len(mine) >= 8 and sum(mine) < 3.5 * len(mine):
                room.ask(ANNA, Close())
            else:
                room.step(chance)
        keep(store, room)
        mine = thrown(room)["person"]
        thrown_by_anna = [before + mine.count(face) for face, before in enumerate(thrown_by_anna, 1)]
        if room.table.phase == "over":
            kept += next(row.counts for row in store.dice_counts(room.table.code) if row.thrower == "person")
    assert faces(store.dice_counts())["person"] == thrown_by_anna
    everything = examine(next(row.counts for row in store.dice_counts() if row.thrower == "person"))
    assert everything.mean.p is not None
    assert everything.mean.p > 1e-3
    assert 0 < kept.dice < everything.dice
    finished = examine(kept)
    assert finished.mean.p is not None
    assert finished.mean.p < 1e-4


def test_a_table_that_is_closed_while_dice_are_wanted(store: Store) -> None:
    """The wanted dice have not fallen, and those before count once."""
    room = Room("zock", ("random",), start=True, options={"games": 1})
    while not thrown(room)["person"]:
        room.step(Random(1))
    room.inputs = replace(room.inputs, dice=None)
    while room.table.wanted is None:
        room.step(Random(1))
    assert isinstance(room.ask(ANNA, Close())[0], Closed)
    keep(store, room)
    assert faces(store.dice_counts()) == counted(thrown(room))
    assert store.unfinished() == 0


def test_a_table_that_is_closed_after_its_game_counts_it_once(store: Store) -> None:
    room = finished_game()
    room.ask(ANNA, Close())
    keep(store, room)
    assert faces(store.dice_counts()) == counted(thrown(room))


def test_dice_of_a_removed_person_are_still_a_persons(store: Store) -> None:
    """The host cannot turn bad dice of people into dice of bots."""
    room = Room("zock", options={"games": 1})
    room.ask(BEN, Join("Ben"))
    room.ask(ANNA, Start())
    chance = Random(2)
    while len(thrown(room)["bot"]) < 8:  # there all seats but Anna's are bots
        room.step(chance)
    before = counted(thrown(room))
    room.ask(ANNA, Unseat(1))
    room.play_out()
    keep(store, room)
    after = counted(thrown(room))
    people = [anna + ben for anna, ben in zip(after["person"], before["bot"], strict=True)]
    bots = [late - ben for late, ben in zip(after["bot"], before["bot"], strict=True)]
    assert faces(store.dice_counts()) == {"person": people, "bot": bots}


def test_unfinished_games_are_counted_without_their_dice(store: Store) -> None:
    first, second = Room(bots=("random",), start=True), finished_game(code="plum")
    keep(store, first)
    keep(store, second)
    assert (store.unfinished(), store.unfinished("kiwi"), store.unfinished("plum")) == (1, 1, 0)
    assert store.dice_counts("kiwi") == []


def test_sums_go_on_over_games_and_tables(store: Store) -> None:
    first, second = finished_game(), finished_game("schocken", code="plum")
    first.ask(ANNA, Rematch())
    first.play_out(2)
    keep(store, first)
    keep(store, second)
    assert faces(store.dice_counts("kiwi")) == counted(thrown(first))
    here, there, everywhere = (
        sum((row.counts for row in store.dice_counts(code)), DiceCounts()) for code in ("kiwi", "plum", EVERYWHERE)
    )
    assert everywhere == here + there
    assert (here.throws[1], there.throws[1] > 0) == (0, True)


def test_taken_events_do_not_count(store: Store) -> None:
    session = play_out("zock", ["Anna", "Ben"], {"games": 1}, "random", seed=5)
    room = Room(continues=continuation(session, len(session.events) - 6, seat=0), bots=("random",))
    room.play_out()
    keep(store, room)
    assert any(isinstance(entry, Played) and entry.by == "record" for entry in room.log)
    assert faces(store.dice_counts()) == counted(thrown(room))


def test_a_loaded_record_does_not_count(store: Store) -> None:
    session = play_out("zock", ["Eva", "Kai"], {"games": 1}, "random", seed=1)
    store.keep_record("secret", session, ANNA, 77).result()
    assert store.dice_counts() == []


@pytest.mark.parametrize("version", [1, 7])
def test_a_store_of_an_older_version_gets_the_same_sums(tmp_path: Path, store: Store, version: int) -> None:
    given_up, closed = finished_game(code="pear"), finished_game(code="fig")
    given_up.ask(ANNA, Rematch())
    given_up.step(Random(1))
    given_up.ask(ANNA, Close())
    closed.ask(ANNA, Close())
    rooms = [finished_game(), finished_game("schocken", code="plum"), given_up, closed]
    for room in rooms:
        keep(store, room)
    old = tmp_path / "old.db"
    connection = apsw.Connection(str(old))
    migrate(connection, MIGRATIONS[:1])
    for room in rooms:
        for entry in entries(room):
            row = (room.table.code, entry.v, entry.at, msgspec.json.encode(entry.event))
            connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)
    migrate(connection, MIGRATIONS[:version])
    connection.close()
    with Store(old) as migrated:
        for code in ("kiwi", "plum", "pear", "fig", EVERYWHERE):
            assert migrated.dice_counts(code) == store.dice_counts(code) != []
