"""Standings: the same from the books, from all games anew, and from the exported CSV by a spreadsheet's arithmetic."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce

from knobel.club.book import ANY, Scope
from knobel.club.exporting import csv_lines
from knobel.club.results import GAME_NAMES, ClubGame, Fact, SeatResult
from knobel.club.tally import Tally
from knobel.store import Store
from knobel.store.clubs.books import read_pairs, read_tallies, recount, write_recount
from knobel.store.clubs.games import delete_game
from knobel.store.clubs.seasons import add_season
from knobel.store.clubs.transfer import named_games
from knobel.store.connection import Connection

from .clubs import CLUB, FOUNDER, PEOPLE, add_games, make_club, random_games

GAMES = 400
FEWER = 40
"""On PostgreSQL, where each statement is a round trip."""
BOOKS = ("club_evenings", "club_tallies", "club_pairs", "club_course")


def _rows(connection: Connection) -> dict[str, Any]:
    return {table: sorted(connection.execute(f"SELECT * FROM {table}")) for table in BOOKS}


def _filled(store: Store, seed: int, count: int = GAMES) -> list[ClubGame]:
    """A club with a season in the middle of its games."""
    games = list(random_games(Random(seed), count))
    make_club(store)
    begins, ends = games[count // 4].at, games[3 * count // 4].at
    store.write(lambda connection: add_season(connection, FOUNDER, "Spring", begins, ends)).result()
    made = store.read(lambda connection: recount(connection, CLUB))
    assert store.write(lambda connection: write_recount(connection, CLUB, made)).result()
    store.write(lambda connection: add_games(connection, games)).result()
    return games


@pytest.mark.parametrize("seed", [1, 2])
def test_books_kept_game_by_game_equal_books_made_anew(where: Path | str, seed: int) -> None:
    with Store(where) as store:
        _filled(store, seed, GAMES if isinstance(where, Path) else FEWER)
        kept = store.read(_rows)
        made = store.read(lambda connection: recount(connection, CLUB))
        assert store.write(lambda connection: write_recount(connection, CLUB, made)).result()
        assert store.read(_rows) == kept
        stale = store.read(lambda connection: recount(connection, CLUB))
        store.write(lambda connection: delete_game(connection, FOUNDER, 7, 0)).result()
        assert not store.write(lambda connection: write_recount(connection, CLUB, stale)).result()


def _sum_ifs(table: list[dict[str, str]], column: str, **criteria: str) -> int:
    """SUMIFS of a spreadsheet: the sum of a column over the rows whose cells equal the criteria."""
    return sum(int(row[column] or 0) for row in table if all(row[name] == value for name, value in criteria.items()))


def _count_ifs(table: list[dict[str, str]], **criteria: str) -> int:
    return sum(all(row[name] == value for name, value in criteria.items()) for row in table)


def test_the_exported_csv_reproduces_the_standings(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        _filled(store, 3)
        text = store.read(lambda connection: "".join(csv_lines(named_games(connection, CLUB))))
        table = list(csv.DictReader(io.StringIO(text, newline="")))
        for game in ("", *GAME_NAMES):
            tallies = store.read(lambda connection, g=game: read_tallies(connection, CLUB, Scope(0, g)))  # type: ignore[misc]
            _compare(tallies, table, game)


def _compare(tallies: dict[int, Tally], table: list[dict[str, str]], game: str) -> None:
    chosen = {"game": game} if game else {}
    for member, name in enumerate(PEOPLE, 1):
        own = {"member": str(member), "name": name, **chosen}
        tally = tallies[member]
        assert tally.games == _count_ifs(table, **own)
        assert tally.wins == _count_ifs(table, **own, place="1") - _count_ifs(table, **own, place="1", last="1")
        last = [row for row in table if row["place"] == row["last"]]
        assert tally.losses == _count_ifs(last, **own) - _count_ifs(last, **own, last="1")
        assert (tally.wins, tally.losses) == (_sum_ifs(table, "win", **own), _sum_ifs(table, "loss", **own))
        assert tally.draws == _count_ifs(table, **own, last="1")
        assert tally.halves == _sum_ifs(table, "lost_half", **own)
        assert tally.won == (
            _sum_ifs(table, "points", **own | {"game": "zocknroll"}) if game in ("", "zocknroll") else 0
        )
        assert tally.noted == (_sum_ifs(table, "points", **own | {"game": "zock"}) if game in ("", "zock") else 0)
        assert tally.finals == _sum_ifs(table, "lost_final", **own)


def test_ratings_are_openskills_over_the_games_in_order(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        games = _filled(store, 4)
        tallies = store.read(lambda connection: read_tallies(connection, CLUB, Scope(0, "zock")))
    model = PlackettLuce()
    ratings: dict[Any, Any] = defaultdict(model.rating)
    for game in games:
        seats = [seat for seat in game.seats if seat.member is not None]
        if game.game == "zock" and len(seats) > 1:
            after = model.rate([[ratings[seat.member]] for seat in seats], ranks=[float(seat.place) for seat in seats])
            for seat, (rating,) in zip(seats, after, strict=True):
                ratings[seat.member] = rating
    for member, tally in tallies.items():
        assert (tally.mu, tally.sigma) == pytest.approx((ratings[member].mu, ratings[member].sigma))
        assert tally.sigma < 25 / 3


def test_head_to_head_counts_who_came_first(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        games = _filled(store, 5)
        pairs = store.read(lambda connection: read_pairs(connection, CLUB, Scope(1, ANY), 2))
    season = games[GAMES // 4 : 3 * GAMES // 4]
    for other, pair in pairs.items():
        met = [
            (own.place, theirs.place)
            for game in season
            for own in game.seats
            for theirs in game.seats
            if (own.member, theirs.member) == (2, other)
        ]
        assert pair.games == len(met)
        assert pair.ahead == sum(own < theirs for own, theirs in met)
        assert pair.behind == sum(own > theirs for own, theirs in met)


def _tallied(*seats: tuple[int, int, dict[Fact, int]], replay: str | None = "x") -> Tally:
    """A tally of games of Schocken for two, from (evening, own place, facts)."""
    tally = Tally()
    for number, (evening, place, facts) in enumerate(seats, 1):
        own = SeatResult(0, 1, None, place, place - 1, facts)
        other = SeatResult(1, 2, None, 3 - place, 2 - place)
        tally.add(ClubGame(number, number, "schocken", (own, other), replay), own, evening)
    return tally


def test_records_and_streaks() -> None:
    out: dict[Fact, int] = {"schock_out": 1}
    tally = _tallied((1, 1, out), (1, 1, {}), (1, 1, {"jule": 2}), (2, 2, {}), (2, 2, out), (2, 1, {}))
    assert (tally.wins, tally.losses, tally.streak, tally.longest, tally.longest_lost) == (4, 2, 1, 3, 2)
    held = {kind: (best.value, best.game) for kind, best in tally.records.items()}
    assert held == {
        "winning_streak": (3, 3),
        "losing_streak": (2, 5),
        "evening_wins": (3, 3),
        "evening_losses": (2, 5),
        "schock_out_drought": (3, 4),
        "most_schock_outs": (1, 1),
        "most_jules": (2, 3),
    }
    assert "schock_out_drought" not in _tallied((1, 1, {}), replay=None).records
