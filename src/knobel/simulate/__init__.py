"""Batch simulation: millions of games by given policies, equal to games of the rules with the same dice.

    >>> batch = simulate("zock", ["points", "random"], games=1000, seed=1)
    >>> bool(batch.winners[:, 0].mean() > 0.6)
    True
    >>> batch.result(0).winners  # of game number 0, as the rules state it
    (0,)

Game number `g` of a seed is played with the dice of `SeededDice(seed, 2 * g)`; what policies leave to chance comes from
`SeededDice(seed, 2 * g + 1)`. `follow` gives the moves of one game, for instance to play it again with the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from ..rules import find_game
from ..rules.errors import BadOptions, shown, unknown_name
from ..rules.game import Options, check_players, read_options
from ..rules.schocken import Options as SchockenOptions
from ..rules.zock import Options as ZockOptions
from ..rules.zocknroll import Options as ZocknrollOptions
from ..solve.progress import Progress, silent
from .batch import ROOM, Batch, Figure, Histogram, Summary, Trace, WorkerPool, long_trace
from .schocken import games as schocken_games
from .zock import games as zock_games
from .zocknroll import games as zocknroll_games
from .zocknroll.tables import Stays

__all__ = ["POLICIES", "Batch", "Figure", "Histogram", "Policy", "Stays", "Summary", "follow", "simulate"]

Policy: TypeAlias = str | Stays
"""The policy of a seat: one of the `POLICIES` of its game, or in Zock'n'Roll a table."""

POLICIES: Final[Mapping[str, tuple[str, ...]]] = {
    "zocknroll": zocknroll_games.POLICIES,
    "zock": zock_games.POLICIES,
    "schocken": schocken_games.POLICIES,
}
"""The names of the policies of each game, the weakest first."""


def simulate(
    game: str,
    policies: Sequence[Policy],
    games: int,
    *,
    options: object = MappingProxyType({}),
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Batch:
    """Play the games number `first` to `first + games - 1` of a seed, a policy at each seat.

    `options` are those of the game, or plain data as in a record. Without `threads` all processors play; the games do
    not depend on the number of threads. `progress` is called with the number of games played, in ZOCK those of all
    matches; and before that with the progress of a solver, where a table has to be computed first.
    """
    if games < 1:
        raise BadOptions(f"at least one game has to be played, not {games}")
    return _play(game, policies, games, options, seed, first, threads, progress, None)


def follow(
    game: str, policies: Sequence[Policy], number: int, *, options: object = MappingProxyType({}), seed: int = 0
) -> tuple[Batch, list[int]]:
    """One game alone, and its moves, each as its index in what `pending` lists."""
    trace = long_trace()
    batch = _play(game, policies, 1, options, seed, number, 1, silent, trace)
    if trace[0] > ROOM:
        raise BadOptions(f"this game has {trace[0]} moves, and only {ROOM} can be followed")
    return batch, trace[1 : 1 + trace[0]].tolist()


def _play(
    game: str,
    policies: Sequence[Policy],
    games: int,
    options: object,
    seed: int,
    first: int,
    threads: int | None,
    progress: Progress,
    trace: Trace | None,
) -> Batch:
    rules = find_game(game)
    chosen: Options = options if isinstance(options, Options) else read_options(rules, options)
    check_players(rules, len(policies))
    names = [_name(game, policy) for policy in policies]
    total = games * chosen.games if isinstance(chosen, ZockOptions) else games
    with WorkerPool(threads, total, progress) as workers:
        match chosen:
            case ZockOptions():
                solved = [zock_games.policy(chosen, name, progress) for name in names]
                return zock_games.play(chosen, names, solved, seed, first, games, workers, trace)
            case SchockenOptions():
                schocken_games.check(len(policies), names)
                return schocken_games.play(chosen, names, seed, first, games, workers, trace)
            case ZocknrollOptions():
                stays = [zocknroll_games.policy(chosen, len(policies), policy, progress) for policy in policies]
                return zocknroll_games.play(chosen, names, stays, seed, first, games, workers, trace)
            case _:
                raise BadOptions(f"{game} has no batches")


def _name(game: str, policy: Policy) -> str:
    if isinstance(policy, str):
        if policy not in POLICIES[game]:
            sentence = f"a policy of {game} must be one of {', '.join(POLICIES[game])}, not {shown(policy)}"
            raise unknown_name(sentence, policy, POLICIES[game], key="error-policy", game=game)
        return policy
    if game != "zocknroll":
        raise BadOptions(f"tables of staying are for zocknroll, not for {game}")
    return "table"
