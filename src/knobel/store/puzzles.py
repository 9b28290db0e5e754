"""Which puzzles a device has answered, and how well."""

from __future__ import annotations

from typing import Final

import apsw
from msgspec import Struct

PUZZLES: Final = """
CREATE TABLE puzzles (
    device TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    game TEXT NOT NULL,
    day TEXT,
    move INTEGER NOT NULL,
    loss REAL NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (device, puzzle)
) WITHOUT ROWID;
"""


class PuzzleRow(Struct, frozen=True):
    """The first answer to a puzzle: the number of the move, what it cost, and when. `day` is that of a daily one."""

    puzzle: str
    game: str
    day: str | None
    move: int
    loss: float
    kind: str
    at: int


def write_puzzle(connection: apsw.Connection, device: str, row: PuzzleRow) -> None:
    """Keep an answer; only the first one to a puzzle counts."""
    connection.execute(
        "INSERT OR IGNORE INTO puzzles VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (device, row.puzzle, row.game, row.day, row.move, row.loss, row.kind, row.at),
    )


_ROW: Final = "SELECT puzzle, game, day, move, loss, kind, at FROM puzzles"


def read_puzzle(connection: apsw.Connection, device: str, puzzle: str) -> PuzzleRow | None:
    found = connection.execute(f"{_ROW} WHERE device = ? AND puzzle = ?", (device, puzzle)).fetchone()
    return None if found is None else PuzzleRow(*found)


def read_puzzles(connection: apsw.Connection, device: str) -> list[PuzzleRow]:
    """All answers of a device, in the order in which they were given."""
    return [PuzzleRow(*row) for row in connection.execute(f"{_ROW} WHERE device = ? ORDER BY at, puzzle", (device,))]
