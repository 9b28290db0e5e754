"""`knobel simulate`: statistics of many games, with shares, means and histograms."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Final

import click
import msgspec
from rich.table import Table

from ..rules import find_game
from ..rules.game import AnyGame, check_players, read_options
from ..terminal.setup import USUAL_PLAYERS, parse_options
from ..words import Words
from .commands import Number, as_json, command, game_argument, lang, speech, usage_error
from .options import option
from .output import progress, show, table, with_minus

if TYPE_CHECKING:
    from ..simulate import Batch, Figure, Histogram

_CELLS: Final = 40
_ROWS: Final = 20
"""So many rows of a histogram can be read at a glance."""

_TAIL: Final = 0.005
"""So rare numbers at the upper end of a histogram share one row."""


_USUAL_GAMES: Final = 100_000
_MOST_GAMES: Final = 10_000_000
"""More do not fit into the memory of every machine; another seed gives others."""


_USUAL_PLAYERS: Final = {**USUAL_PLAYERS, "schocken": 2}
"""As usual, but two for Schocken: only for two does a batch know perfect play."""


@command("simulate")
@game_argument
@click.option("--players", "-p", type=Number())
@click.option("--games", "-g", type=Number(1, _MOST_GAMES), default=_USUAL_GAMES)
@click.option("--seed", type=Number(), default=0)
@click.option("--policy", metavar="policy")
@option
@click.option("--threads", type=Number(1))
@lang
@as_json
def simulate(
    game: str,
    players: int | None,
    games: int,
    seed: int,
    policy: str | None,
    option: tuple[str, ...],
    threads: int | None,
    as_json: bool,
) -> None:
    """Play many games and print their statistics."""
    rules = find_game(game)
    given = parse_options(rules, option)
    read_options(rules, given)
    names = _policies(rules, players, policy)

    # Batches are imported where they are played: they bring numba, and other commands should not wait for that.
    from ..simulate import simulate as play

    say = speech()
    with progress(say, "simulate-playing", "simulate-patience") as tell:
        batch = play(rules.name, names, games, options=given, seed=seed, threads=threads, progress=tell)
    if as_json:
        print(msgspec.json.encode(_data(batch)).decode())
    else:
        show_batch(say, batch)
        if policy is None and "random" in names:
            show(say("simulate-random"))


def _policies(game: AnyGame, players: int | None, policy: str | None) -> list[str]:
    """A policy for each seat."""
    names = policy.split(",") if policy is not None else []
    seats = players if players is not None else len(names) if len(names) > 1 else _USUAL_PLAYERS[game.name]
    check_players(game, seats)
    if not names:
        names = [usual_policy(game.name, seats)]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise usage_error("error-policies", seats=seats, names=len(names))
    return [name.strip() for name in names]


def usual_policy(game: str, players: int) -> str:
    """The best policy that there are tables for."""
    if game == "zock":
        return "points"
    return "best" if game == "zocknroll" or players == 2 else "random"


def _data(batch: Batch) -> dict[str, object]:
    return {
        "game": batch.game,
        "options": batch.options,
        "policies": batch.policies,
        "games": len(batch),
        "seed": batch.seed,
        **msgspec.structs.asdict(batch.summary()),
    }


def show_batch(say: Words, batch: Batch) -> None:
    """Everything there is to say about a batch."""
    summary = batch.summary()
    title = say(f"simulate-title-{batch.game}", games=len(batch), players=batch.players)
    show(f"{title} · {say('simulate-seed', seed=str(batch.seed))}", style="bold")
    show(f"{say('simulate-policies')}: {', '.join(_policy_names(say, batch))}")
    show(_figures(say, batch, summary.shares, "percent"))
    if summary.means:
        show(_figures(say, batch, summary.means, "number"))
    for each in summary.histograms:
        show(say(f"simulate-{batch.game}-{each.name}"), style="bold")
        show(_typical(say, each))
        show(_bars(say, each))


def _policy_names(say: Words, batch: Batch) -> list[str]:
    """The policy of all, or of each seat where they differ."""
    plays = [say(f"simulate-policy-{batch.game}-{name}") for name in batch.policies]
    if len(set(plays)) == 1:
        return plays[:1]
    return [f"{seat} {play}" for seat, play in enumerate(plays, 1)]


def _figures(say: Words, batch: Batch, figures: tuple[Figure, ...], kind: str) -> Table:
    shown = table()
    shown.add_column("")
    shown.add_column(say(f"simulate-{kind}"), justify="right", no_wrap=True)
    shown.add_column("±", justify="right", no_wrap=True)
    scale, digits = (100, _number) if kind == "percent" else (1, _fine)
    for figure in figures:
        whose = {"seat": figure.seat + 1} if figure.seat is not None else {}
        if figure.place is not None:
            whose = {"place": figure.place + 1}
        name = say(f"simulate-{batch.game}-{figure.name}", **whose)
        shown.add_row(name, digits(say, scale * figure.value), digits(say, scale * figure.error))
    return shown


def _typical(say: Words, shown: Histogram) -> str:
    return say(
        "simulate-typical",
        mean=_fine(say, shown.mean),
        error=_fine(say, shown.error),
        median=shown.quantile(0.5),
        low=shown.quantile(0.05),
        high=shown.quantile(0.95),
        most=shown.most,
    )


def bins(shown: Histogram) -> list[tuple[int, int, int]]:
    """First and last number of each row, and how often they came up; rare high numbers share the last row.

    >>> from knobel.simulate import Histogram
    >>> bins(Histogram("throws", 0.0, 0.0, least=3, counts=(1, 2, 1)))
    [(3, 3, 1), (4, 4, 2), (5, 5, 1)]
    """
    usual = shown.quantile(1 - _TAIL)
    width = -(-(usual - shown.least + 1) // _ROWS)
    rows = [
        (shown.least + begin, shown.least + begin + width - 1, sum(shown.counts[begin : begin + width]))
        for begin in range(0, usual - shown.least + 1, width)
    ]
    last = rows[-1][1]
    if shown.most > last:
        rows.append((last + 1, shown.most, sum(shown.counts[last + 1 - shown.least :])))
    return rows


def _bars(say: Words, shown: Histogram) -> Table:
    rows, total = bins(shown), sum(shown.counts)
    highest = max(count for _, _, count in rows)
    bars = Table.grid(padding=(0, 1))
    bars.add_column(justify="right", no_wrap=True)
    bars.add_column(justify="right", no_wrap=True)
    bars.add_column(style="green", no_wrap=True)
    for first, last, count in rows:
        halves = round(2 * _CELLS * count / highest)
        bar = "━" * (halves // 2) + "╸" * (halves % 2)
        bars.add_row(str(first) if first == last else f"{first}–{last}", f"{_number(say, 100 * count / total)} %", bar)
    return bars


def _number(say: Words, number: float) -> str:
    return "–" if isinf(number) else with_minus(say("simulate-decimal", number=number))


def _fine(say: Words, number: float) -> str:
    """Means of many games are known to more digits."""
    return "–" if isinf(number) else with_minus(say("simulate-fine", number=number))
