"""Rules of thumb for Zock'n'Roll and their cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from knobel.simulate import simulate
from knobel.simulate.zocknroll.tables import Stays
from knobel.solve.arrays import Integers
from knobel.solve.zocknroll.policy import LEVELS
from knobel.solve.zocknroll.turn import tree

from .study import Board, Round, Rule, Study, Truths, study

Look: TypeAlias = Literal["row", "shared", "before", "behind"]

MANY: Final = 2
"""So many players or more count as one case."""

GAMES: Final = 200_000

BOLDNESS: Final = (-0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
"""How many points more one may want before dropping."""


class Thumb(NamedTuple):
    """A rule for each round; in a round without one, play is as good as it can be."""

    words: str
    first: Rule | None
    second: Rule | None


def always(of: Round) -> Truths:
    return np.asarray(of.row >= 0)


def never(of: Round) -> Truths:
    return np.asarray(of.row < 0)


def unless(worst: int, best: int = 0) -> Rule:
    """Stay, but drop with the rows of these ranks and between them."""
    return lambda of: np.asarray((of.row < best) | (of.row > worst))


def chart(of: Round, *looks: Look) -> Rule:
    """Stay wherever that is better on average, as far as can be told by looking at so much."""
    kinds = np.broadcast_to(_kinds(of, looks), of.gain.shape)
    gains = np.bincount(kinds.ravel(), of.gain.ravel())
    return lambda of: np.asarray(gains[_kinds(of, looks)] > 0)


def _kinds(of: Round, looks: Sequence[Look]) -> Integers:
    """The number of the case that a decision belongs to."""
    seen = {
        "row": of.row,
        "shared": of.shared.astype(np.int64),
        "before": np.minimum(of.before, MANY),
        "behind": np.minimum(of.behind, MANY),
    }
    kinds: Integers = np.zeros((), np.int64)
    for look in looks:
        kinds = kinds * 16 + seen[look]
    return kinds


def bold(points: float) -> Rule:
    """Stay unless dropping brings so many points more."""
    return lambda of: np.asarray(of.gain > -points * of.chance)


def thumbs(one: Study) -> dict[str, Thumb]:
    """The rules of thumb for a board and a number of players, by short names."""
    first, second = one.rounds
    three, pairs = one.names.index("three_of_a_kind"), one.names.index("two_pairs")
    by_row = chart(first, "row")
    return {
        "drop": Thumb("always drop in round 1", never, None),
        "three-both": Thumb("drop with three of a kind or better, in both rounds", unless(three), unless(three)),
        "stay": Thumb("always stay, as Jörg does", always, always),
        "pairs": Thumb("drop with two pairs or better in round 1, then perfect", unless(pairs), None),
        "three": Thumb("drop with three of a kind or better in round 1, then perfect", unless(three), None),
        "drop-second": Thumb("perfect in round 1, then always drop", None, never),
        "stay-second": Thumb("perfect in round 1, then always stay", None, always),
        "stay-first": Thumb("never drop in round 1, then perfect", always, None),
        "row-first": Thumb("round 1 by the row alone, then perfect", by_row, None),
        "row": Thumb("by the row alone, in both rounds", by_row, chart(second, "row")),
        "before": Thumb("… and in round 2 by how many stayed before", by_row, chart(second, "row", "before")),
        "white": Thumb("… and by what lies white", by_row, chart(second, "row", "before", "shared")),
        "pocket": Thumb("… and by how many come behind: the pocket chart", by_row, pocket(second)),
    }


def pocket(second: Round) -> Rule:
    """The pocket chart for round 2."""
    return chart(second, "row", "before", "shared", "behind")


def table_of(one: Study, thumb: Thumb) -> Stays:
    """The table of a seat that follows a rule of thumb."""
    first, second = (np.rint(LEVELS * chances).astype(np.uint8) for chances in one.follow(thumb.first, thumb.second))
    nodes = tree(one.players, True)
    return Stays(first, second, LEVELS, nodes.first, nodes.second)


def wins(one: Study, thumb: Thumb) -> float:
    """Share of games won by a player with a rule of thumb among near-perfect players."""
    others = ["best"] * (one.players - 1)
    batch = simulate(
        "zocknroll", [table_of(one, thumb), *others], games=GAMES, options={"board": one.options.board}, seed=1
    )
    return float((batch.winners[:, 0] / batch.winners.sum(axis=1)).mean())


@cache
def bold_wins(board: Board, players: int, points: float) -> float:
    """Share of games won by a player who drops in round 2 only for a margin of points."""
    return wins(study(board, players), Thumb("", None, bold(points)))
