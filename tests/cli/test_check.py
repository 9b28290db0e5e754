"""`knobel check` and the check of `knobel backup`."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from knobel.club.box import Tariff
from knobel.serve.instance import STORE
from knobel.store import Store
from knobel.store.clubs.box import book, reverse, write_tariff
from knobel.store.schema import MIGRATIONS
from knobel.store.sqlite import connect
from knobel.table.commands import Join, Start
from tests.club.clubs import CLUB, FOUNDER, make_club
from tests.store.games import entries, finished_game, moments
from tests.store.test_schema import old_store
from tests.table.room import ANNA, BEN, Room

from .test_commands import run_main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with two tables at which a game was played."""
    with Store(tmp_path / STORE) as store:
        fill(store)
    return tmp_path


def fill(store: Store) -> None:
    for code in ("kiwi", "plum"):
        room = finished_game(code=code)
        before = None
        for entry, after in zip(entries(room), moments(room), strict=True):
            store.append(code, [entry], before=before, after=after)
            before = after
        store.append("").result()


def change(folder: Path, sql: str) -> None:
    with closing(connect(folder / STORE)) as connection:
        connection.execute(sql)


def check(*arguments: str) -> tuple[str, str, int]:
    return run_main(["check", *arguments, "--lang", "en"])


def test_a_store_in_order(folder: Path) -> None:
    fine = f"The store is in order: 2 tables, version {len(MIGRATIONS)}.\n"
    assert check("--data", str(folder)) == (fine, "", 0)
    assert check("--store", str(folder / STORE)) == (fine, "", 0)
    out, _, _ = run_main(["check", "--data", str(folder), "--lang", "de"])
    assert out.startswith("Die Daten sind in Ordnung: 2 Tische")
    with Store(folder / STORE):  # a server that runs
        assert check("--data", str(folder)) == (fine, "", 0)


def test_every_problem_is_one_line(folder: Path) -> None:
    change(folder, "UPDATE entries SET at = at + 1 WHERE code = 'kiwi' AND version = 17")
    change(folder, "DELETE FROM entries WHERE code = 'plum' AND version = 3")
    out, err, code = check("--data", str(folder))
    assert out.splitlines() == [
        "table kiwi, entry 17: the entry does not match its checksum",
        "table plum, entry 3: the entry is missing",
    ]
    assert "2 problems found" in err
    assert code == 2
    out, _, code = run_main(["check", "--data", str(folder), "--lang", "de"])
    assert out.splitlines()[0] == "Tisch kiwi, Eintrag 17: Der Eintrag passt nicht zu seiner Prüfsumme"
    assert code == 2


@pytest.mark.parametrize(
    ("change_", "problem"),
    [
        ("UPDATE tables SET phase = 'playing' WHERE code = 'kiwi'", "the list of tables contradicts its log"),
        ("UPDATE tables SET names = x'5b5d' WHERE code = 'kiwi'", "the list of tables contradicts its log"),
        ("UPDATE holders SET seat = 1 WHERE code = 'kiwi'", "the list of tables contradicts its log"),
        ("DELETE FROM tables WHERE code = 'kiwi'", "the list of tables contradicts its log"),
        ("UPDATE games SET ended = 1000 WHERE code = 'kiwi'", "the list of games contradicts its log"),
        ("UPDATE games SET points = x'5b5d' WHERE code = 'kiwi'", "the list of games contradicts its log"),
        ("DELETE FROM games WHERE code = 'kiwi'", "the list of games contradicts its log"),
        ("UPDATE games SET code = 'fig' WHERE code = 'kiwi'", "it is listed, but has no log"),
        ("UPDATE fallen SET six = six + 1 WHERE code = 'kiwi'", "the dice counts contradict its log"),
    ],
)
def test_lists_that_contradict_the_logs(folder: Path, change_: str, problem: str) -> None:
    change(folder, change_)
    out, _, code = check("--data", str(folder))
    assert out.splitlines()[0].split(": ", 1)[1] == problem
    assert code == 2


@pytest.fixture
def club_folder(tmp_path: Path) -> Path:
    """A store with a club: a game of two members at a table, fines for it, and a payment."""
    room = Room("zock", options={"games": 1})
    room.ask(BEN, Join("Ben"))
    room.ask(ANNA, Start())
    room.play_out()
    with Store(tmp_path / STORE) as store:
        make_club(store, ("Anna", "Ben"))
        store.write(lambda c: write_tariff(c, FOUNDER, Tariff({"lost_game": 50}))).result()
        store.write(lambda c: c.execute("INSERT INTO club_tables VALUES (?, ?, 0)", (room.table.code, CLUB))).result()
        before = None
        for entry, after in zip(entries(room), moments(room), strict=True):
            store.append(room.table.code, [entry], before=before, after=after).result()
            before = after
        store.write(lambda c: book(c, FOUNDER, "payment", 2, 30, "", "key", 5)).result()
        store.write(lambda c: reverse(c, FOUNDER, 1, 6)).result()
    return tmp_path


@pytest.mark.parametrize(
    ("change_", "problem"),
    [
        ("UPDATE club_results SET place = 3 - place", "the results that clubs have of its games contradict its log"),
        (
            "UPDATE club_results SET seat = 5 WHERE seat = 1",
            "the results that clubs have of its games contradict its log",
        ),
        ("DELETE FROM club_results WHERE seat = 1", "the results that clubs have of its games contradict its log"),
        ("UPDATE club_games SET at = at + 1", "the results that clubs have of its games contradict its log"),
        ("UPDATE finders SET device = 'another' WHERE seat = 1", "the list of games contradicts its log"),
        ("UPDATE club_results SET facts = '{}'", "the results that clubs have of its games contradict its log"),
        (
            "UPDATE club_tallies SET tally = replace(tally, '\"games\":1', '\"games\":2')",
            "its books contradict its games",
        ),
        ("DELETE FROM club_tallies WHERE member = 1", "its books contradict its games"),
        ("UPDATE club_pairs SET ahead = ahead + 1", "its books contradict its games"),
        ("DELETE FROM club_course", "its books contradict its games"),
        ("UPDATE club_evenings SET games = 7", "its books contradict its games"),
        ("UPDATE club_bookings SET amount = 51 WHERE booking = 1", "its accounts contradict its bookings"),
        ("DELETE FROM club_postings WHERE booking = 2", "its accounts contradict its bookings"),
        ("UPDATE club_accounts SET balance = balance + 1", "its accounts contradict its bookings"),
        ("DELETE FROM club_bookings WHERE booking = 1", "it cannot be read: a value is not what it should be: 1"),
    ],
)
def test_clubs_that_contradict_themselves_or_the_logs(club_folder: Path, change_: str, problem: str) -> None:
    assert check("--data", str(club_folder))[2] == 0
    change(club_folder, change_)
    out, _, code = check("--data", str(club_folder))
    assert problem in [line.split(": ", 1)[1] for line in out.splitlines()]
    assert code == 2


def test_damaged_pages(folder: Path) -> None:
    content = bytearray((folder / STORE).read_bytes())
    content[8192 : 8192 + 512] = b"\xff" * 512
    (folder / STORE).write_bytes(content)
    out, _, code = check("--data", str(folder))
    assert "damaged" in out
    assert code == 2


def test_stores_of_other_versions(tmp_path: Path) -> None:
    old_store(tmp_path / STORE, 9, finished_game())
    out, _, code = check("--data", str(tmp_path))
    assert "version 9, which has no checksums" in out
    assert code == 0
    change(tmp_path, "DELETE FROM entries WHERE version = 3")
    out, _, code = check("--data", str(tmp_path))
    assert out.splitlines()[0] == "table kiwi, entry 3: the entry is missing"
    assert code == 2
    change(tmp_path, "UPDATE schema_version SET version = 99")
    assert check("--data", str(tmp_path))[1:] == (
        f"knobel: the store has version 99, and this knobel knows {len(MIGRATIONS)}: install a newer one\n",
        2,
    )


def test_nothing_to_check(tmp_path: Path) -> None:
    out, err, code = check("--data", str(tmp_path))
    assert (out, code) == ("", 2)
    assert "there is no store" in err


def test_a_store_in_postgresql(postgres: object) -> None:
    from tests.postgres import PostgresServer

    assert isinstance(postgres, PostgresServer)
    url = postgres.new_store()
    with Store(url) as store:
        fill(store)
        assert check("--store", url)[2] == 0
        store.write(lambda connection: connection.execute("UPDATE entries SET at = at + 1 WHERE version = 17")).result()
        out, _, code = check("--store", url)
    assert [line.partition(":")[0] for line in out.splitlines()] == ["table kiwi, entry 17", "table plum, entry 17"]
    assert code == 2


def test_progress_on_a_terminal(folder: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "knobel", "check", "--data", str(folder), "--lang", "en"]
    subprocess.run(command, stderr=theirs, stdout=subprocess.DEVNULL, check=True)
    os.close(theirs)
    assert b"Checking: 2 of 2 tables" in os.read(ours, 10_000)
    os.close(ours)


def test_check_and_backup_take_the_store_of_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it they worked on the store in the data folder, which may be another one."""
    monkeypatch.setenv("KNOBEL_DATA", str(folder / "empty"))
    assert run_main(["backup", str(folder / "none.db")])[2] == 2
    monkeypatch.setenv("KNOBEL_STORE", str(folder / STORE))
    assert "2 tables" in check()[0]
    assert run_main(["backup", str(folder / "copy.db")])[2] == 0
    monkeypatch.delenv("KNOBEL_STORE")
    assert "2 tables" in check("--store", str(folder / "copy.db"))[0]
    assert run_main(["backup", str(folder / "another.db"), "--store", str(folder / STORE)])[2] == 0
    _, err, code = run_main(["backup", str(folder / "x.db"), "--store", "postgresql://localhost/knobel"])
    assert (err, code) == (
        "knobel: this store is in PostgreSQL: pg_dump copies it, or knobel move-store to a file\n",
        2,
    )


def test_a_damaged_store_is_not_backed_up(folder: Path) -> None:
    change(folder, "UPDATE entries SET at = at + 1 WHERE code = 'kiwi' AND version = 17")
    out, err, code = run_main(["backup", str(folder / "copy.db"), "--data", str(folder), "--lang", "en"])
    assert (out, code) == ("", 2)
    assert "the store is damaged, so it was not copied: knobel check says where" in err
    assert not list(folder.glob("copy*"))
