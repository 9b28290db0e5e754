"""Replacement of names in the rows of a table, where a name may equal any keyword that the rows hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from knobel.bots import BOTS
from knobel.rules import GAMES
from knobel.rules.errors import KnobelError
from knobel.rules.game import option_specs
from knobel.rules.records import loads
from knobel.store import CommandKey, Damaged, Entry, Store
from knobel.store.check import problems
from knobel.store.clubs.deletion import forget_at_tables
from knobel.store.connection import Connection
from knobel.store.moderation import change_code, codes_of_device, erase_device, rename
from knobel.store.names import ANONYMOUS, names_in_log
from knobel.store.retention import delete_table
from knobel.store.schema import MIGRATIONS
from knobel.table import rebuild
from knobel.table.commands import Change, Claim, Close, Emote, Join, Leave, LetIn, SitOut, Start
from knobel.table.events import BotSat, Carried, Claimed, Created, GuestSat, Knocked, Sat, Started, TableEvent
from tests.table.real_room import RealRoom
from tests.table.room import ANNA, BEN, Room

from .games import finished_game


def _changed() -> list[TableEvent]:
    """A table at which a guest knocks, sits and leaves, and the game changes."""
    room = Room("schocken", bots=("casual",), options={"stones": 2}, door="knock")
    room.ask(BEN, Join("Ben"))
    room.ask(ANNA, LetIn(1))
    room.ask(ANNA, Emote("hello"))
    room.ask(BEN, Leave())
    room.ask(ANNA, Change("zock", {"games": 1, "variant": "C"}))
    room.ask(ANNA, Start())
    room.play_out()
    return room.log


def _claimed() -> list[TableEvent]:
    """A table with real dice: a device takes over the seat of the guest Ben, and leaves; Cleo sits out."""
    room = RealRoom(start=False)
    room.ask(BEN, Claim(1))
    room.ask(BEN, Leave())
    room.ask(ANNA, SitOut(1))
    room.ask(ANNA, Close())
    return room.log


LOGS = {"changed": _changed(), "claimed": _claimed(), "zock": finished_game().log}


def _strings(value: Any) -> Iterator[str]:
    """All strings of a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, dict):
        yield from _strings([*value, *value.values()])


def _keywords(log: Sequence[TableEvent]) -> list[str]:
    """What a log says with words, and what it could say: games, levels, values of options."""
    words = {*_strings(msgspec.to_builtins(log)), *GAMES, *BOTS, "lobby", "over", "closed", "bot", "stand_in"}
    words |= {str(choice) for game in GAMES.values() for spec in option_specs(game) for choice in spec.choices}
    return sorted(words - {getattr(event, "name", "") for event in log})


def _named(log: Sequence[TableEvent], code: str, names: Mapping[str, str]) -> list[TableEvent]:
    """The log with other names, and of another table."""
    found = list[TableEvent]()
    for event in log:
        fields: dict[str, Any] = {}
        if isinstance(event, Created):
            fields["code"] = code
        if isinstance(event, Started):
            fields["replay"] = f"{code} {event.number}"
        if isinstance(event, Sat | GuestSat | BotSat | Knocked):
            fields["name"] = names.get(event.name, event.name)
        found.append(replace(event, **fields))
    return found


def _write(store: Store, log: Sequence[TableEvent], code: str) -> None:
    entries = [Entry(version, 1000, event) for version, event in enumerate(log, 1)]
    store.append(code, entries, CommandKey(code, ANNA, "1"), after=rebuild(log)).result()


def _check(store: Store, log: Sequence[TableEvent], code: str) -> None:
    """The log of a table is as expected, and the lists follow from it."""
    assert [entry.event for entry in store.load(code)] == log
    table = rebuild(log)
    assert table is not None
    for game in store.games_at(code):
        assert (game.names, game.game, game.levels) == (
            *(table.names, table.game),
            tuple(seat.level for seat in table.seats),
        )
        _, record = store.game(game.replay) or ("", "")
        assert loads(record).players == table.names


def _check_store(store: Store) -> None:
    found = store.read(lambda connection: list(problems(connection, len(MIGRATIONS), lists=True)))
    assert [error.sentence for error in found] == []


@pytest.mark.parametrize("kind", LOGS)
def test_rename_changes_nothing_but_the_name(store: Store, kind: str) -> None:
    """The name of a person equals each word that the log holds, or could hold."""
    log = LOGS[kind]
    for number, word in enumerate(_keywords(log)):
        code = f"table {number}"
        _write(store, _named(log, code, {"Anna": word}), code)
        store.write(partial(rename, code=code, seat=0, name="Zoe")).result()
        _check(store, _named(log, code, {"Anna": "Zoe"}), code)
    _check_store(store)


@pytest.mark.parametrize("kind", LOGS)
def test_deletion_changes_nothing_but_the_names(store: Store, kind: str) -> None:
    log = LOGS[kind]
    names = dict[str, str]()
    for number, word in enumerate(_keywords(log)):
        code = f"table {number}"
        _write(store, _named(log, code, {"Anna": word}), code)
        names[code] = word
    kept, changed = store.write(partial(forget_at_tables, codes=names, names=set(names.values()))).result()
    assert (kept, changed) == ((), tuple(names))
    for code in names:
        _check(store, _named(log, code, {"Anna": ANONYMOUS}), code)
    _check_store(store)


DAMAGE = {
    "checksum": "UPDATE entries SET at = at + 1 WHERE version = 9",
    "missing": "DELETE FROM entries WHERE version = 9",
    "short": "DELETE FROM entries WHERE version >= 9",
    "other": "UPDATE tables SET checksum = checksum + 1",
}


@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("change", ["rename", "new code", "erase", "forget"])
def test_a_damaged_log_stays_damaged(store: Store, kind: str, change: str) -> None:
    """Checksums that are computed again must not make a changed or shortened log look sound."""
    code = "kiwi"
    _write(store, LOGS["zock"], code)
    store.write(lambda connection: connection.execute(DAMAGE[kind])).result()
    assert len(store.check()) == 1
    if change == "rename":
        store.write(partial(rename, code=code, seat=0, name="Zoe")).result()
    elif change == "new code":
        store.write(partial(change_code, code=code, new="plum")).result()
        code = "plum"
    elif change == "erase":
        assert store.write(partial(erase_device, device=ANNA, codes=[code])).result().changed == (code,)
    else:
        store.write(partial(forget_at_tables, codes=[code], names=["Anna"])).result()
    (said,) = store.check()
    assert said.startswith(f"table {code}, entry {len(LOGS['zock']) if kind == 'other' else 9}: ")
    names = store.read(partial(names_in_log, code=code))
    assert ("Anna" in names) == (change == "new code"), "what can be read has other names"


def test_an_entry_that_cannot_be_read_refuses_other_names(store: Store) -> None:
    _write(store, LOGS["zock"], "kiwi")
    store.write(lambda connection: connection.execute("UPDATE entries SET event = '{' WHERE version = 9")).result()
    for work in (
        partial(rename, code="kiwi", seat=0, name="Zoe"),
        partial(forget_at_tables, codes=["kiwi"], names=["Anna"]),
    ):
        with pytest.raises(Damaged, match="damaged at entry 9"):
            store.write(work).result()
    store.write(lambda connection: connection.execute("DELETE FROM entries WHERE version = 1")).result()
    with pytest.raises(Damaged, match="damaged at entry 1"):
        store.write(partial(change_code, code="kiwi", new="plum")).result()


def test_a_name_of_the_past_is_not_given_again(store: Store) -> None:
    """The games of the table would have two players of one name."""
    log = _named(LOGS["changed"], "kiwi", {})
    _write(store, log, "kiwi")
    with pytest.raises(KnobelError) as refused:
        store.write(partial(rename, code="kiwi", seat=0, name="ben")).result()
    assert refused.value.key == "error-admin-name"
    store.write(partial(rename, code="kiwi", seat=0, name="ANNA")).result()
    _check(store, _named(log, "kiwi", {"Anna": "ANNA"}), "kiwi")


@pytest.mark.parametrize("word", ["Ben", "open", "schocken", "guest_sat"])
def test_erasing_finds_the_name_of_a_claimed_seat_that_was_left(store: Store, word: str) -> None:
    log = _named(LOGS["claimed"], "kiwi", {"Ben": word})
    _write(store, log, "kiwi")
    device = BEN
    erased = store.write(partial(erase_device, device=device, codes=["kiwi"])).result()
    assert erased.changed == ("kiwi",)
    left = [entry.event for entry in store.load("kiwi")]
    (claim,) = [event for event in left if isinstance(event, Claimed)]
    assert claim.device != device
    expected = _named(log, "kiwi", {word: ANONYMOUS})
    assert left == [replace(event, device=claim.device) if isinstance(event, Claimed) else event for event in expected]
    _check_store(store)


def test_a_device_that_tells_for_a_guest_does_not_own_the_name(store: Store) -> None:
    """Anna's device holds the seat of a guest while she sits out."""
    room = RealRoom(start=False)
    room.ask(ANNA, SitOut(0))
    room.ask(ANNA, Close())
    assert room.table.seat_of(ANNA) is not None
    _write(store, room.log, "kiwi")
    store.write(partial(erase_device, device=ANNA, codes=["kiwi"])).result()
    left = rebuild(entry.event for entry in store.load("kiwi"))
    assert left is not None
    assert left.all_names == ("Ben", "Cleo", ANONYMOUS)


def test_sentences_with_names_go(store: Store) -> None:
    _write(store, LOGS["zock"], "kiwi")
    store.append("kiwi", key=CommandKey("kiwi", ANNA, "2"), answer=b"Anna is no bot").result()
    (game,) = store.games_at("kiwi")
    analysis = b'{"moments":[{"luck":[1,2]}],"names":["Anna"]}'
    assert store.keep_analysis(game.replay, 1, analysis, 5, game.names).result()
    store.write(partial(rename, code="kiwi", seat=0, name="Zoe")).result()
    assert store.answer(CommandKey("kiwi", ANNA, "2")) is None
    assert store.analysis(game.replay, 1) is None
    assert not store.keep_analysis(game.replay, 1, analysis, 5, game.names).result(), "it was begun before that"
    assert store.analysis(game.replay, 1) is None
    (renamed,) = store.games_at("kiwi")
    assert store.keep_analysis(game.replay, 1, b'{"moments":[]}', 5, renamed.names).result()
    store.write(partial(delete_table, code="kiwi")).result()
    assert not store.keep_analysis(game.replay, 1, b'{"moments":[]}', 5, renamed.names).result(), "there is no game"
    assert store.analysis(game.replay, 1) is None


def test_a_device_that_never_gave_a_command_is_found_by_its_link(store: Store) -> None:
    """A seat was carried to it by a link, and another device of the seat left."""
    _write(store, LOGS["zock"], "kiwi")
    entry = Entry(len(LOGS["zock"]) + 1, 1000, Carried(0, BEN))
    store.append("kiwi", [entry], CommandKey("", BEN, "link"), b'{"code":"kiwi"}').result()
    assert store.read(lambda connection: codes_of_device(connection, BEN)) == ["kiwi"]


def test_the_results_of_a_club_name_a_guest_of_the_table_anew(store: Store) -> None:
    _write(store, LOGS["zock"], "kiwi")

    def results(connection: Connection) -> None:
        for number, code in enumerate(["kiwi", "plum"]):
            connection.execute("INSERT INTO club_games VALUES ('c', ?, 1, 'zock', NULL, ?, '{}')", (number, code))
            connection.execute("INSERT INTO club_results VALUES ('c', ?, 0, NULL, 'Anna', 1, 0, '{}', 0)", (number,))

    store.write(results).result()
    store.write(partial(rename, code="kiwi", seat=0, name="Zoe")).result()
    found = store.read(lambda connection: connection.execute("SELECT name FROM club_results ORDER BY id").fetchall())
    assert found == [("Zoe",), ("Anna",)]
