"""Rows of devices: one-time links that carry a seat to another device, and answers to puzzles."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from .connection import Connection
from .errors import Spent


class Offer(Struct, frozen=True):
    """The offer of a carry link: the seat that `device` holds at a table is open to another device."""

    code: str
    device: str


def is_known(connection: Connection, device: str) -> bool:
    """Whether any row belongs to a device."""
    tables = ("holders", "finders", "puzzles", "club_devices")
    found = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE device = ?1)" for table in tables)
    return bool(connection.execute(f"SELECT {found}", (device,)).get)


def write_offer(connection: Connection, token: str, offer: Offer, expires: int, now: int) -> None:
    """Keep an offer, and delete expired ones; `token` is the digest of the secret in the link."""
    connection.execute("DELETE FROM carries WHERE expires <= ?", (now,))
    connection.execute("INSERT INTO carries VALUES (?, ?, ?, ?)", (token, offer.code, offer.device, expires))


def read_offer(connection: Connection, token: str, now: int) -> Offer | None:
    query = "SELECT code, device FROM carries WHERE token = ? AND expires > ?"
    found = connection.execute(query, (token, now)).fetchone()
    return None if found is None else Offer(*found)


def spend(connection: Connection, token: str) -> None:
    """Delete an offer, which works once."""
    if connection.execute("DELETE FROM carries WHERE token = ? RETURNING token", (token,)).fetchone() is None:
        raise Spent("this link was used already")


class PuzzleRow(Struct, frozen=True):
    """The first answer to a puzzle: the number of the move, what it cost, and when. `day` is that of a daily one."""

    puzzle: str
    game: str
    day: str | None
    move: int
    loss: float
    kind: str
    at: int


def write_puzzle(connection: Connection, device: str, row: PuzzleRow) -> None:
    """Keep an answer; only the first one to a puzzle counts."""
    connection.execute(
        "INSERT INTO puzzles VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (device, row.puzzle, row.game, row.day, row.move, row.loss, row.kind, row.at),
    )


_PUZZLE: Final = "SELECT puzzle, game, day, move, loss, kind, at FROM puzzles"


def read_puzzle(connection: Connection, device: str, puzzle: str) -> PuzzleRow | None:
    found = connection.execute(f"{_PUZZLE} WHERE device = ? AND puzzle = ?", (device, puzzle)).fetchone()
    return None if found is None else PuzzleRow(*found)


def read_puzzles(connection: Connection, device: str) -> list[PuzzleRow]:
    """All answers of a device, oldest first."""
    return [PuzzleRow(*row) for row in connection.execute(f"{_PUZZLE} WHERE device = ? ORDER BY at, puzzle", (device,))]
