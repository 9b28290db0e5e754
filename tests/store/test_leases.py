"""Leases on tables, on both databases: who owns a table, take-overs by epoch, and fencing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
import pytest

from knobel.store import Entry, Fenced, Store, StoreError
from knobel.store.connection import Connection
from knobel.store.errors import DATABASE_ERRORS, explained
from knobel.store.leases import Claim, Holder, claim, end_stalled, held, leave, register, release, renew, revoke
from knobel.store.postgres import connect_for_leases
from knobel.table.events import Emoted
from tests.postgres import PostgresServer

T = TypeVar("T")
CODE = "kiwi"
TTL = 60.0


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
    assert do(claim, CODE, "b", "b1") == Holder("a", "a1")
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


def connect_and_claim(url: str) -> Claim | Holder | None:
    connection = connect_for_leases(url)
    try:
        with connection:
            return claim(connection, CODE, "b", "b1")
    except DATABASE_ERRORS as error:
        raise explained(error) from None
    finally:
        connection.close()
