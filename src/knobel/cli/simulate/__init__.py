"""`knobel simulate`: how often, how long, how much, from as many games as anybody likes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer

from ...rules import find_game
from ...rules.errors import BadOptions
from ...rules.game import AnyGame, check_players, read_options
from ...terminal.setup import USUAL_PLAYERS, parse_options
from ..completing import games as names_of_games
from ..language import Lang, speech
from ..solve.patience import patience
from .showing import show_batch

if TYPE_CHECKING:
    from ...simulate import Batch

_USUAL_GAMES: Final = 100_000
_MOST_GAMES: Final = 10_000_000
"""More do not fit into the memory of every machine; another seed gives others."""


_USUAL_PLAYERS: Final = {**USUAL_PLAYERS, "schocken": 2}
"""Who does not say how many wants to see good play, and in batches Schocken has that for two."""


def simulate(
    game: Annotated[str, typer.Argument(help="zocknroll, zock or schocken.", autocompletion=names_of_games)],
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many play.")] = None,
    games: Annotated[int, typer.Option("--games", "-g", help="How many games; in ZOCK matches.")] = _USUAL_GAMES,
    seed: Annotated[int, typer.Option(help="The same number gives the same games.")] = 0,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,…]",
            help="How everybody plays, or one name for each seat. All games: random. ZOCK: points, win, match. "
            "Schocken: best, for two. Zock'n'Roll: stay, best.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="A variant or house rule.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="How many threads play; else all there are.")] = None,
    lang: Lang = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Play very many games by themselves, and say how often and how long."""
    rules = find_game(game.lower())
    if not 1 <= games <= _MOST_GAMES:
        raise BadOptions(f"1 to {_MOST_GAMES} games can be played at once, not {games}")
    given = parse_options(rules, option or [])
    read_options(rules, given)
    names = _policies(rules, players, policy)

    # Batches are imported where they are played: they bring numba, and other commands should not wait for that.
    from ...simulate import simulate as play

    say = speech()
    with patience(say, "simulate-playing", "simulate-patience") as progress:
        batch = play(rules.name, names, games, options=given, seed=seed, threads=threads, progress=progress)
    if as_json:
        print(msgspec.json.encode(_data(batch)).decode())
    else:
        show_batch(say, batch)


def _policies(game: AnyGame, players: int | None, policy: str | None) -> list[str]:
    """A policy for each seat."""
    names = policy.split(",") if policy else []
    seats = players if players is not None else len(names) if len(names) > 1 else _USUAL_PLAYERS[game.name]
    check_players(game, seats)
    if not names:
        names = [usual_policy(game.name, seats)]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise BadOptions(f"say one policy for all or one for each of {seats} seats, not {len(names)}")
    return [name.strip() for name in names]


def usual_policy(game: str, players: int) -> str:
    """How everybody plays if nobody says how: as well as there are tables for."""
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
