"""Links with which a seat is carried to another device: each works once, and not for long."""

from __future__ import annotations

import apsw
from msgspec import Struct

from .errors import Spent


class Offer(Struct, frozen=True):
    """The seat that `device` holds at a table is offered to another device."""

    code: str
    device: str


def write_offer(connection: apsw.Connection, token: str, offer: Offer, expires: int, now: int) -> None:
    """Keep an offer; `token` is the digest of what stands in the link. Offers that nobody took are forgotten."""
    connection.execute("DELETE FROM carries WHERE expires <= ?", (now,))
    connection.execute("INSERT INTO carries VALUES (?, ?, ?, ?)", (token, offer.code, offer.device, expires))


def read_offer(connection: apsw.Connection, token: str, now: int) -> Offer | None:
    query = "SELECT code, device FROM carries WHERE token = ? AND expires > ?"
    found = connection.execute(query, (token, now)).fetchone()
    return None if found is None else Offer(*found)


def spend(connection: apsw.Connection, token: str) -> None:
    if connection.execute("DELETE FROM carries WHERE token = ? RETURNING token", (token,)).fetchone() is None:
        raise Spent("this link was used already")
