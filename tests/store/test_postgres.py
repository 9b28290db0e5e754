"""What only a store in PostgreSQL has: several processes, a server that restarts, a connection that breaks."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, Event, Thread

import psycopg
import pytest

from knobel.store import CommandKey, Conflict, Entry, PuzzleRow, Repeated, Store, StoreDamaged, StoreError, append
from knobel.store import postgres as postgres_store
from knobel.store.clubs.box import book, read_bookings
from knobel.store.errors import DatabaseError
from knobel.store.postgres import PostgresConnection, PostgresDatabase, translated
from knobel.store.schema import MIGRATIONS
from knobel.table.events import Emoted
from tests.club.clubs import CLUB, FOUNDER, make_club
from tests.postgres import PostgresServer

KEY = CommandKey("kiwi", "device", "1")
PASSWORD = "s3cr3t-w0rd"


def luck(*versions: int) -> list[Entry]:
    return [Entry(version, 1000 + version, Emoted(0, "luck")) for version in versions]


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_store()


@pytest.fixture
def stores(url: str) -> Iterator[tuple[Store, Store]]:
    """Two servers with the same store."""
    with Store(url) as one, Store(url) as other:
        yield one, other


def test_what_only_waits_for_earlier_jobs_does_not_wait_for_other_servers(stores: tuple[Store, Store]) -> None:
    """A node that drains waits like that for each group of tables."""
    begun, end = Event(), Event()

    def hold_up(_: object) -> None:
        begun.set()
        end.wait(20)

    held_up = stores[0].write(hold_up)
    assert begun.wait(20)
    try:
        stores[1].append("").result(8)
        assert not held_up.done()
    finally:
        end.set()
        held_up.result(20)


def test_of_two_appends_with_the_same_version_one_wins(stores: tuple[Store, Store]) -> None:
    barrier = Barrier(2)

    def run(number: int) -> list[bool]:
        won = list[bool]()
        for version in range(1, 31):
            barrier.wait()
            key = CommandKey("kiwi", f"device {number}", str(version))
            error = stores[number].append("kiwi", luck(version), key, b"%d" % number).exception()
            assert error is None or isinstance(error, Conflict)
            won.append(error is None)
        return won

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(run, (0, 1))
    assert [one + other for one, other in zip(first, second, strict=True)] == [1] * 30
    assert stores[0].load("kiwi") == luck(*range(1, 31))
    for version, winner in enumerate(map(int, second), 1):
        key = CommandKey("kiwi", f"device {winner}", str(version))
        assert stores[1 - winner].answer(key, version - 1) == b"%d" % winner


def test_entries_of_another_process_are_a_conflict_until_the_version_is_forgotten(stores: tuple[Store, Store]) -> None:
    one, other = stores
    one.append("kiwi", luck(1)).result()
    other.append("kiwi", luck(2, 3)).result()
    with pytest.raises(Conflict):
        one.append("kiwi", luck(2)).result()
    one.append("kiwi", luck(4)).result()
    other.forget_version("kiwi")
    other.append("kiwi", luck(5)).result()
    assert one.load("kiwi") == luck(1, 2, 3, 4, 5)


def test_bookings_of_two_processes_have_no_gap_and_no_loss(stores: tuple[Store, Store]) -> None:
    """Numbers of bookings are read and then written: without a lock two processes would take the same."""
    make_club(stores[0])

    def treasurer(number: int) -> None:
        for step in range(20):
            key = f"{number}-{step}"
            stores[number].write(lambda c, k=key: book(c, FOUNDER, "fine", 1, 5, "late", k, 0)).result()  # type: ignore[misc]

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(treasurer, (0, 1)))
    bookings = stores[0].read(lambda connection: read_bookings(connection, CLUB))
    assert [each.booking for each in bookings] == list(range(40, 0, -1))


def test_processes_that_start_together_migrate_once(postgres: PostgresServer) -> None:
    url, barrier = postgres.new_database(), Barrier(4)

    def start(_: int) -> bytes:
        barrier.wait()
        with Store(url) as store:
            return store.dice_secret()

    with ThreadPoolExecutor(4) as pool:
        secrets = set(pool.map(start, range(4)))
    assert len(secrets) == 1
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT version FROM schema_version").fetchall() == [(len(MIGRATIONS),)]


def test_a_restart_of_the_server_needs_no_restart_of_the_store() -> None:
    with PostgresServer(fsync=False) as server, Store(server.new_database()) as store:
        store.append("kiwi", luck(1), KEY, b"first").result()
        assert store.answer(KEY) == b"first"
        server.stop()
        for attempt in (lambda: store.append("kiwi", luck(2)).result(), lambda: store.load("kiwi")):
            with pytest.raises(StoreError, match="cannot be reached"):
                attempt()
        server.start()
        _eventually(lambda: store.append("kiwi", luck(2)).result())
        assert store.load("kiwi") == luck(1, 2)
        server.stop("immediate")
        server.start()
        _eventually(lambda: store.append("kiwi", luck(3)).result())
        assert store.load("kiwi") == luck(1, 2, 3)


def _eventually(attempt: Callable[[], object]) -> None:
    """After a failed attempt to connect, others fail for a moment."""
    for _ in range(1000):
        try:
            attempt()
        except StoreError:
            Event().wait(0.01)
        else:
            return
    attempt()


class _Proxy:
    """A TCP proxy that can lose the next answer of the server, and then breaks all connections."""

    def __init__(self, port: int) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._target = port
        self.loses = Event()
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._server.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            for ends in ((client, server, False), (server, client, True)):
                Thread(target=self._forward, args=ends, daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        try:
            while content := source.recv(65536):
                if answers and self.loses.is_set():
                    self.loses.clear()
                    break
                target.sendall(content)
        except OSError:
            pass
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)  # wakes the other thread, which reads from it
            end.close()


def test_a_command_whose_commit_was_not_answered_is_there_once(postgres: PostgresServer, url: str) -> None:
    """The connection breaks after COMMIT: the client hears of an error, repeats, and is answered by its key."""
    proxy = _Proxy(postgres.port)
    through = url.replace(f":{postgres.port}/", f":{proxy.port}/")
    try:
        with Store(through) as store:
            store.append("kiwi", luck(1)).result()
            proxy.loses.set()
            with pytest.raises(StoreError, match="may be stored or not"):
                store.append("kiwi", luck(2), KEY, b"second", seen=1).result()
            assert store.answer(KEY, 1) == b"second"
            assert store.load("kiwi") == luck(1, 2), "the table is loaded again"
            with pytest.raises(Repeated):
                store.append("kiwi", luck(3), KEY, b"again", seen=1).result()
            store.append("kiwi", luck(3)).result()
            assert store.load("kiwi") == luck(1, 2, 3)
    finally:
        proxy.close()


def test_a_connection_that_the_server_closed_is_replaced(postgres: PostgresServer, url: str) -> None:
    with Store(url) as store:
        store.append("kiwi", luck(1)).result()
        assert store.load("kiwi") == luck(1)
        name = url.rpartition("/")[2]
        postgres.execute(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'")
        assert store.load("kiwi") == luck(1)
        store.append("kiwi", luck(2)).result()
        assert store.last_version("kiwi") == 2


def test_a_value_that_postgresql_refuses_fails_alone(url: str) -> None:
    """SQLite takes a NUL character, PostgreSQL does not."""
    turns, told = list[Callable[[], None]](), list[Exception | None]()
    with Store(url, gather=turns.append) as store:
        store.submit(append("kiwi", luck(1)), told.append)
        store.submit(append("plum", luck(1), CommandKey("plum", "device", "\0"), b"no"), told.append)
        store.submit(append("kiwi", luck(2)), told.append)
        turns[0]()
    assert [type(each) for each in told] == [type(None), StoreError, type(None)]
    with Store(url) as again:
        assert (again.load("kiwi"), again.load("plum")) == (luck(1, 2), [])


def test_commits_are_durable_whatever_the_database_says(url: str, postgres: PostgresServer) -> None:
    name = url.rpartition("/")[2]
    postgres.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    database = PostgresDatabase(url)
    connection = database.begin(serial=False, pipelined=False)
    assert connection.execute("SHOW synchronous_commit").get == "on"
    database.rollback()
    database.close()


def test_a_database_of_another_program_is_refused(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE other (number INTEGER)")
    with pytest.raises(StoreError, match="no store of knobel"):
        Store(url)
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert found == [("other",)]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (f"postgresql://knobel:{PASSWORD}@127.0.0.1:1/knobel", "cannot be reached"),
        (f"postgresql://knobel:{PASSWORD}@127.0.0.1:PORT/missing", "does not exist"),
        (f"postgresql://stranger:{PASSWORD}@127.0.0.1:PORT/postgres", "refuses the user or the password"),
        (f"postgresql://knobel:{PASSWORD}@127.0.0.1:PORT/postgres?nonsense=1", "is malformed"),
    ],
    ids=["nothing listens", "no database", "no user", "malformed"],
)
def test_the_password_is_in_no_error(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture, url: str, sentence: str
) -> None:
    with pytest.raises(StoreError, match=sentence) as caught:
        Store(url.replace("PORT", str(postgres.port)))
    logging.getLogger("knobel").exception("it failed", exc_info=caught.value)
    assert PASSWORD not in caplog.text


def test_errors_hold_no_values_of_rows(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """The driver's messages name the row that failed, and with it dice."""
    with Store(url) as store:
        row = PuzzleRow("puzzle", "zock", None, 1, 0.5, "best", 1)
        store.keep_puzzle("device", row).result()
        bad = store.write(
            lambda c: c.execute("INSERT INTO puzzles VALUES ('dice-6-6-6', 'p', 'zock', NULL, NULL, 0, 'k', 1)")
        )
        error = bad.exception()
    logging.getLogger("knobel").exception("it failed", exc_info=error)
    assert "dice-6-6-6" not in caplog.text


def test_a_changed_byte_is_found_by_the_checksums_of_the_database(url: str) -> None:
    with Store(url) as store:
        assert not store.page_checksums
    with PostgresServer(fsync=False, checksums=True) as server:
        where = server.new_database()
        with Store(where) as store:
            assert store.page_checksums
            store.append("kiwi", luck(*range(1, 200))).result()
            query = "SELECT pg_relation_filepath('entries')"
            file = server.file(store.read(lambda connection: connection.execute(query).get))
        server.stop()
        content = bytearray(file.read_bytes())
        content[8000] ^= 1
        file.write_bytes(content)
        server.start()
        with Store(where) as store:
            with pytest.raises(StoreDamaged, match="the store is damaged"):
                store.load("kiwi")
            assert any("the store is damaged" in line for line in store.check())


def test_a_database_that_does_not_answer_is_tried_again_after_a_second(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A longer pause would outlast the outage, and play with it; without one, each call would occupy a thread."""
    now, tries, connect = 0.0, 0, postgres_store._connected

    def hanging(_: str, __: str) -> PostgresConnection:
        nonlocal now, tries
        tries += 1
        now += 2
        raise DatabaseError(StoreError("no answer"))

    database = PostgresDatabase(url)
    monkeypatch.setattr(postgres_store, "monotonic", lambda: now)
    monkeypatch.setattr(postgres_store, "_connected", hanging)
    for _ in range(3):
        with pytest.raises(DatabaseError):
            database.reader()
    assert tries == 1
    now += 1
    monkeypatch.setattr(postgres_store, "_connected", connect)
    database.reader().close()
    database.close()


def test_without_the_driver_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r'pip install "knobel\[cluster\]"'):
        Store("postgresql://localhost/knobel")


def test_placeholders_and_types_are_translated() -> None:
    assert translated("SELECT a FROM b WHERE c = ?2 AND d = ?1 AND e = ?2") == (
        b"SELECT a FROM b WHERE c = $2 AND d = $1 AND e = $2"
    )
    assert translated("SELECT a FROM b CROSS JOIN c USING (d)") == b"SELECT a FROM b JOIN c USING (d)"
    assert translated("CREATE TABLE t (a REAL CHECK (typeof(a) = 'integer' AND a > 0))") == (
        b"CREATE TABLE t (a DOUBLE PRECISION CHECK (TRUE AND a > 0))"
    )


def test_reads_of_a_server_have_a_time_limit(postgres: PostgresServer) -> None:
    """An event loop may wait for them."""
    query = "SELECT current_setting('statement_timeout')"
    with Store(postgres.new_store()) as store:
        assert store.read(lambda connection: connection.execute(query).get) == "5s"
        assert store.read(lambda connection: connection.execute(query).get, may_take_long=True) == "0"
        assert store.read(lambda connection: connection.execute(query).get) == "5s"
