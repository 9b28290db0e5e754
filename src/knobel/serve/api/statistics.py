"""How people have done in finished games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ...store import GameRow
from ..documents import PlayerStats


def statistics(rows: Sequence[GameRow]) -> tuple[PlayerStats, ...]:
    """One line for each name of a person and game, those with most games first; bots have no history."""
    played = defaultdict[tuple[str, str], list[tuple[bool, int]]](list)
    for row in sorted(rows, key=lambda row: row.at):
        if row.code is None:
            continue  # a loaded record does not say who was a bot, and may be one of these games again
        if row.taken:
            continue  # it began as another game, in whatever position somebody chose
        for seat, (name, level) in enumerate(zip(row.names, row.levels, strict=True)):
            if level is None:
                played[name, row.game].append((seat in row.winners, row.points[seat]))
    lines = (_line(name, game, results) for (name, game), results in played.items())
    return tuple(sorted(lines, key=lambda line: (-line.games, line.name, line.game)))


def _line(name: str, game: str, results: Sequence[tuple[bool, int]]) -> PlayerStats:
    points = [each for _, each in results]
    runs = list(_runs(won for won, _ in results))
    return PlayerStats(
        name=name,
        game=game,
        games=len(results),
        wins=sum(won for won, _ in results),
        points=sum(points),
        best=max(points) if game == "zocknroll" else min(points),  # elsewhere points are losses
        streak=runs[-1],
        longest=max(max(runs), 0),
    )


def _runs(results: Iterable[bool]) -> Iterable[int]:
    """Games won in a row, or lost if negative, after each game.

    >>> list(_runs([True, True, False, False, True]))
    [1, 2, -1, -2, 1]
    """
    run = 0
    for won in results:
        run = max(run, 0) + 1 if won else min(run, 0) - 1
        yield run
