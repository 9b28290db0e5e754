"""Time of a club's pages with 100,000 games in one season, next to plain SQL over the same rows.

The pages are answered by the whole HTTP application in process; the SQL is one query that counts games, wins and losses
from the result rows, without streaks, ratings and records.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import apsw
from rich.console import Console
from rich.table import Table
from tests.club.clubs import CLUB, add_game, make_club, random_games
from tests.serve.memory_server import memory_server

from knobel.serve.tokens import digest
from knobel.store import Store
from knobel.store.clubs.access import Asker
from knobel.store.clubs.books import recount, write_recount
from knobel.store.clubs.rows import insert_game
from knobel.store.clubs.seasons import add_season
from knobel.store.connection import Connection

TOKEN: Final = "f" * 32
MEMBERS: Final = tuple(f"Member {number}" for number in range(1, 21))
ROUNDS: Final = 9

PAGES: Final = {
    "standings of the season": "/standings?season=1",
    "standings in one game": "/standings?season=1&game=schocken",
    "course of the standings": "/course?season=1",
    "profile with head to head": "/members/2?season=1",
    "evenings": "/evenings",
    "luck": "/luck?season=1",
    "club": "",
}

PLAIN: Final = """
SELECT member, count(*), sum(place = 1 AND last > 1), sum(place = last AND last > 1)
FROM club_results
JOIN (SELECT id, max(place) AS last FROM club_results WHERE club = ?1 GROUP BY id) USING (id)
JOIN club_games USING (club, id)
WHERE club = ?1 AND at >= 0 AND member IS NOT NULL GROUP BY member
"""


def milliseconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def filled(folder: Path, games: int) -> list[tuple[str, str]]:
    """A store with a club of that many games; what its preparation took."""
    asker, told = Asker(CLUB, digest(TOKEN)), list[tuple[str, str]]()

    def insert(connection: Connection) -> None:
        for game in random_games(Random(1), games, len(MEMBERS)):
            insert_game(connection, CLUB, game.at, game.game, game.seats, game.replay)

    with Store(folder / "tables.db") as store:
        make_club(store, MEMBERS)
        store.write(
            lambda connection: connection.execute("INSERT INTO club_devices VALUES (?, ?, 1)", (asker.device, CLUB))
        ).result()
        store.write(lambda connection: add_season(connection, asker, "All", 0, None)).result()
        store.write(insert).result()
        begun = time.perf_counter()
        made = store.read(lambda connection: recount(connection, CLUB))
        computed = time.perf_counter()
        store.write(lambda connection: write_recount(connection, CLUB, made)).result()
        told.append(("all books anew: computed in a thread", f"{computed - begun:.1f} s"))
        told.append(("all books anew: written", f"{time.perf_counter() - computed:.1f} s"))
        last = max(game.at for game in random_games(Random(1), games, len(MEMBERS)))
        more = [
            type(game)(0, last + 1000 * number, game.game, game.seats, f"more-{number}")
            for number, game in enumerate(random_games(Random(2), 100, len(MEMBERS)), 1)
        ]
        each = [
            milliseconds(lambda g=game: store.write(lambda connection: add_game(connection, g)).result())  # type: ignore[misc]
            for game in more
        ]
        told.append(("one more game, to disk", f"{median(each):.1f} ms"))
    return told


async def pages(folder: Path) -> list[tuple[str, float, float]]:
    """The median and the longest time of each page, in milliseconds."""
    found = list[tuple[str, float, float]]()
    async with memory_server(folder) as server:
        http = (await server.device(TOKEN)).http
        for name, path in PAGES.items():
            times = list[float]()
            for _ in range(ROUNDS):
                begun = time.perf_counter()
                answer = await http.get(f"/api/clubs/{CLUB}{path}")
                times.append(1000 * (time.perf_counter() - begun))
                assert answer.status_code == 200, answer.text
            found.append((name, median(times), max(times)))
    return found


def plain_sql(folder: Path) -> tuple[float, float, dict[int, Any]]:
    connection = apsw.Connection(str(folder / "tables.db"), flags=apsw.SQLITE_OPEN_READONLY)
    rows: Any = connection.execute(PLAIN, (CLUB,)).fetchall()
    times = [milliseconds(lambda: connection.execute(PLAIN, (CLUB,)).fetchall()) for _ in range(ROUNDS)]
    connection.close()
    return median(times), max(times), {member: tuple(counts) for member, *counts in rows}


async def compared(folder: Path, counted: dict[int, Any]) -> None:
    """The page and the SQL tell the same."""
    async with memory_server(folder) as server:
        http = (await server.device(TOKEN)).http
        lines = (await http.get(f"/api/clubs/{CLUB}/standings?season=1")).json()["lines"]
    assert {line["member"]: (line["games"], line["wins"], line["losses"]) for line in lines} == counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    shown = Table("page", "median ms", "longest ms", title=f"{games} games, {len(MEMBERS)} members, one season")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        told = filled(folder, games)
        for page, middle, longest in asyncio.run(pages(folder)):
            shown.add_row(page, f"{middle:.1f}", f"{longest:.1f}")
        middle, longest, counted = plain_sql(folder)
        shown.add_row("plain SQL: games, wins, losses", f"{middle:.1f}", f"{longest:.1f}")
        asyncio.run(compared(folder, counted))
    console = Console()
    console.print(shown)
    for what, figure in told:
        console.print(f"{what}: {figure}")


if __name__ == "__main__":
    main()
