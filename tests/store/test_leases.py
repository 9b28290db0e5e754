"""Leases on tables, on both databases: who owns a table, take-overs by epoch, and fencing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Event
from time import monotonic
from typing import Any, TypeVar
from unittest.mock import ANY

import psycopg
import pytest

from knobel.store import Entry, Fenced, Store, StoreError
from knobel.store.checksums import rewrite_checksums
from knobel.store.connection import Connection
from knobel.store.errors import DATABASE_ERRORS, DatabaseError, explained
from knobel.store.leases import TTL as SHORT
from knobel.store.leases import (
    Claim,
    Holder,
    check_epochs,
    claim,
    end_stalled,
    held,
    leave,
    register,
    release,
    renew,
    revoke,
)
from knobel.store.postgres import connect_for_leases
from knobel.table.events import Emoted
from tests.postgres import PostgresServer

T = TypeVar("T")
CODE = "kiwi"
TTL = 2 * SHORT


def luck(version: int) -> list[Entry]:
    return [Entry(version, 1000 + version, Emoted(0, "luck"))]


@pytest.fixture
def do(store: Store) -> Callable[..., Any]:
    """Runs a function of `leases` in a transaction."""
    store.append(CODE, luck(1)).result()

    def run(work: Callable[..., T], *args: Any, **named: Any) -> T:
        return store.write(lambda connection: work(connection, *args, **named)).result()

    return run


def expire(connection: Connection, node: str) -> None:
    connection.execute("UPDATE nodes SET expires = expires - 100 WHERE node = ?", (node,))


def test_a_free_lease_is_taken_and_its_owner_is_found(do: Callable[..., Any]) -> None:
    do(register, "a", "a1", TTL, False)
    do(register, "b", "b1", TTL, False)
    assert do(claim, CODE, "a", "a1") == Claim(1, False)
    assert do(claim, CODE, "a", "a1") == Claim(1, False), "a repeat changes nothing"
    assert do(claim, CODE, "b", "b1") == Holder("a", "a1", ANY)
    assert do(held, "a", "a1") == {CODE: 1}


def test_a_code_without_a_table_gets_no_lease(do: Callable[..., Any]) -> None:
    do(register, "a", "a1", TTL, False)
    assert do(claim, "plum", "a", "a1") is None
    assert do(held, "a", "a1") == {}


def test_a_lease_is_taken_over_when_its_node_expires_leaves_or_gives_it_up(do: Callable[..., Any]) -> None:
    do(register, "a", "a1", TTL, False)
    do(register, "b", "b1", TTL, False)
    do(claim, CODE, "a", "a1")
    do(expire, "a")
    assert do(claim, CODE, "b", "b1") == Claim(2, True)
    do(leave, "b", "b1")
    do(register, "a", "a2", TTL, False)
    assert do(claim, CODE, "a", "a2") == Claim(3, True)
    do(release, {CODE: 3})
    do(register, "b", "b2", TTL, False)
    assert do(claim, CODE, "b", "b2") == Claim(4, False)


def test_a_lease_that_was_taken_over_cannot_be_given_up_by_its_former_owner(do: Callable[..., Any]) -> None:
    do(register, "a", "a1", TTL, False)
    do(register, "b", "b1", TTL, False)
    do(claim, CODE, "a", "a1")
    do(expire, "a")
    do(claim, CODE, "b", "b1")
    do(release, {CODE: 1})
    assert do(held, "b", "b1") == {CODE: 2}


def test_an_expired_membership_is_not_renewed(do: Callable[..., Any]) -> None:
    do(register, "a", "a1", TTL, False)
    assert do(renew, "a", "a1", TTL)
    assert not do(renew, "a", "other", TTL)
    do(expire, "a")
    assert not do(renew, "a", "a1", TTL)


def test_a_name_is_taken_until_its_node_expires(do: Callable[..., Any]) -> None:
    do(register, "a", "a1", TTL, False)
    with pytest.raises(StoreError, match="called a"):
        do(register, "a", "a2", TTL, False)
    do(register, "a", "a2", TTL, False, former="a1")
    do(expire, "a")
    do(register, "a", "a3", TTL, False)


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True), (True, True)])
def test_a_node_without_nats_is_alone_on_its_store(do: Callable[..., Any], first: bool, second: bool) -> None:
    do(register, "a", "a1", TTL, first)
    with pytest.raises(StoreError, match="another knobel"):
        do(register, "b", "b1", TTL, second)
    do(expire, "a")
    do(register, "b", "b1", TTL, second)


def test_only_the_epoch_of_a_valid_lease_can_append(store: Store, do: Callable[..., Any]) -> None:
    do(register, "a", "a1", TTL, False)
    do(register, "b", "b1", TTL, False)
    do(claim, CODE, "a", "a1")

    def appended(epoch: int) -> None:
        store.append(CODE, luck(store.last_version(CODE) + 1), epoch=epoch).result()

    appended(1)
    with pytest.raises(Fenced):
        appended(2)
    do(expire, "a")
    with pytest.raises(Fenced):
        appended(1)
    do(claim, CODE, "b", "b1")
    store.forget_version(CODE)
    with pytest.raises(Fenced):
        appended(1)
    appended(2)
    do(revoke, CODE)
    with pytest.raises(Fenced):
        appended(2)
    assert do(claim, CODE, "a", "a1") is not None


def test_a_fenced_append_does_not_hold_up_others_of_its_group(store: Store, do: Callable[..., Any]) -> None:
    other = "pear"
    store.append(other, luck(1)).result()
    do(register, "a", "a1", TTL, False)
    do(claim, CODE, "a", "a1")
    do(claim, other, "a", "a1")
    lost, kept = store.append(CODE, luck(2), epoch=7), store.append(other, luck(2), epoch=1)
    assert isinstance(lost.exception(), Fenced)
    assert kept.exception() is None


def test_a_process_that_stops_in_a_transaction_does_not_keep_its_leases(postgres: PostgresServer) -> None:
    """In pipeline mode the database itself would wait for ever."""
    url = postgres.new_store()
    with Store(url) as store, psycopg.connect(url, autocommit=True) as stopped:
        store.append(CODE, luck(1)).result()
        store.write(lambda connection: register(connection, "a", "a1", TTL, False)).result()
        store.write(lambda connection: claim(connection, CODE, "a", "a1")).result()
        taken: object = None
        with suppress(psycopg.OperationalError), stopped.pipeline():
            stopped.execute("BEGIN")
            assert stopped.execute("SELECT node FROM nodes FOR KEY SHARE").fetchall() == [("a",)]
            store.write(lambda connection: expire(connection, "a")).result()
            store.write(lambda connection: register(connection, "b", "b1", TTL, False)).result()
            while taken is None:  # after two seconds
                store.write(end_stalled).result()
                with suppress(StoreError):
                    taken = connect_and_claim(url)
        assert taken == Claim(2, True)


def connect_and_claim(url: str, code: str = CODE) -> Claim | Holder | None:
    connection = connect_for_leases(url)
    try:
        with connection:
            return claim(connection, code, "b", "b1")
    except DATABASE_ERRORS as error:
        raise explained(error) from None
    finally:
        connection.close()


@contextmanager
def in_transaction(store: Store, work: Callable[[Connection], object]) -> Iterator[None]:
    """Something that another process does in a transaction which is open during the `with` block."""
    begun, end = Event(), Event()

    def run(connection: Connection) -> None:
        work(connection)
        begun.set()
        assert end.wait(60)

    done = store.write(run)
    try:
        assert begun.wait(60)
        yield
    finally:
        end.set()
        done.result()


def waits_for_lock(url: str) -> None:
    """Return when a connection to a database waits for a lock."""
    query = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    deadline = monotonic() + 60
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(query).fetchone() is None:
            assert monotonic() < deadline


def rewrite(connection: Connection) -> None:
    revoke(connection, CODE)
    connection.execute("UPDATE entries SET at = at + 1 WHERE code = ?", (CODE,))
    rewrite_checksums(connection, CODE)


@pytest.fixture
def owned(postgres: PostgresServer) -> Iterator[tuple[str, Store, Store]]:
    """The address of a store, opened by two processes; node `b` of the second owns the table."""
    url = postgres.new_store()
    with Store(url) as first, Store(url) as second:
        second.append(CODE, luck(1)).result()
        second.write(lambda connection: register(connection, "b", "b1", TTL, False)).result()
        second.write(lambda connection: claim(connection, CODE, "b", "b1")).result()
        second.append(CODE, luck(2), epoch=1).result()
        yield url, first, second


def test_an_append_that_waits_for_the_rewriting_of_its_log_is_fenced(owned: tuple[str, Store, Store]) -> None:
    url, first, second = owned
    with in_transaction(first, rewrite):
        late = second.append(CODE, luck(3), epoch=1)
        waits_for_lock(url)
    assert isinstance(late.exception(), Fenced)
    assert len(first.load(CODE)) == 2, "its checksums are valid"


def test_a_free_table_is_not_claimed_while_its_log_is_rewritten(owned: tuple[str, Store, Store]) -> None:
    url, first, second = owned
    second.append("pear", luck(1)).result()
    with ThreadPoolExecutor(1) as thread:
        with in_transaction(first, lambda connection: revoke(connection, "pear")):
            claimed = thread.submit(connect_and_claim, url, "pear")
            waits_for_lock(url)
        assert claimed.result() == Claim(1, False)


def test_a_process_that_stops_while_it_looks_for_the_owner_does_not_hold_it_up(owned: tuple[str, Store, Store]) -> None:
    url, _, second = owned
    stopped = connect_for_leases(url)
    with stopped:
        assert claim(stopped, CODE, "a", "a1") == Holder("b", "b1", ANY)
        with psycopg.connect(url) as other:
            other.execute("SELECT node FROM nodes FOR UPDATE NOWAIT").fetchall()
        second.append(CODE, luck(3), epoch=1).result()
    stopped.close()


def test_a_new_incarnation_does_not_begin_before_the_appends_of_the_former_one(
    owned: tuple[str, Store, Store],
) -> None:
    url, _, second = owned
    connection = connect_for_leases(url)
    in_flight = in_transaction(second, lambda writer: check_epochs(writer, {(CODE, 1)}))
    with in_flight, pytest.raises(DatabaseError), connection:
        register(connection, "b", "b2", TTL, False, "b1")
    with connection:
        register(connection, "b", "b2", TTL, False, "b1")
    with connection:
        assert claim(connection, CODE, "b", "b2") == Claim(2, True)
    connection.close()


def test_a_row_from_before_the_clock_was_set_back_is_not_valid(store: Store, do: Callable[..., Any]) -> None:
    do(register, "a", "a1", TTL, False)
    do(register, "b", "b1", TTL, False)
    do(claim, CODE, "a", "a1")
    do(lambda connection: connection.execute("UPDATE nodes SET expires = expires + 3600 WHERE node = 'a'"))
    assert not do(renew, "a", "a1", TTL)
    assert isinstance(store.append(CODE, luck(2), epoch=1).exception(), Fenced)
    assert do(claim, CODE, "b", "b1") == Claim(2, True)
    do(register, "a", "a2", TTL, False)
