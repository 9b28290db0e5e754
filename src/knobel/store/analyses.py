"""Analyses of games, kept so that a second look is instant."""

from __future__ import annotations

import apsw


def write_analysis(connection: apsw.Connection, replay: str, edition: int, analysis: bytes, at: int) -> None:
    """Keep the analysis of a game in place of an older one; `edition` is that of whoever made it."""
    connection.execute("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?, ?)", (replay, edition, at, analysis))


def read_analysis(connection: apsw.Connection, replay: str, edition: int) -> bytes | None:
    """The analysis of a game as it was kept, if it is of this edition."""
    query = "SELECT analysis FROM analyses WHERE replay = ? AND edition = ?"
    found: bytes | None = connection.execute(query, (replay, edition)).get
    return found
