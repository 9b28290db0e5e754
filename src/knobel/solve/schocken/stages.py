"""The halves of a game of Schocken among three or four: which tables there are, and what losing one of them costs.

A half is solved as one that everybody plays for its own sake, and as the first half of a game. The second half needs no
table of its own. If who begins a final loses it with the chance *b*, then losing the second half costs everybody *b*
more than not losing it: the loser of the first half 1 instead of 1 − *b*, the others *b* instead of 0. So everybody
plays the second half for its own sake.
"""

from __future__ import annotations

from threading import RLock
from typing import Final, Literal, TypeAlias

import numpy as np

from ...rules.errors import BadOptions
from ...rules.schocken import Options
from .. import cache as disk
from .. import shipped
from .few import Circle
from .half import Progress, silent
from .hands import Floats, hands_of
from .two import half_table

Stage: TypeAlias = Literal["half", "first"]
"""A half that everybody plays for its own sake, or the first half of a game."""

MOST_PLAYERS: Final = 4
"""More players are not solved exactly."""
MOST_SOLVED: Final = 3
"""More players take hours, so their tables are built once and shipped."""
MOST_STONES: Final = 20
"""The most stones that are solved for three."""

_VERSION: Final = "schocken-circle/1"
_solving: Final = RLock()
_knowing: Final = RLock()
"""Held for a moment only: who is content with what is known never waits for a solver."""
_known: Final[dict[tuple[Options, int, Stage], Circle]] = {}


def known(options: Options, players: int, stage: Stage) -> Circle | None:
    """The values of a stage if they were solved before, here or where the package was made."""
    with _knowing:
        key = options, players, stage
        if key not in _known:
            name = table_name(options, players, stage)
            kept = shipped.load(*name) or disk.load(*name)
            if kept is None:
                return None
            if stage == "first" and known(options, players, "half") is None:
                return None  # it says what losing the first half costs
            _known[key] = unpacked(options, players, stage, kept)
        return _known[key]


def solved(options: Options, players: int, stage: Stage, progress: Progress = silent) -> Circle:
    """The values of a stage; what is solved once is kept on disk."""
    if players > MOST_SOLVED:
        raise BadOptions(f"a half of {players} players is not solved while somebody waits", "S1")
    if options.stones > MOST_STONES:
        raise BadOptions(f"Schocken for three is solved with up to {MOST_STONES} stones, not {options.stones}", "S1")
    with _solving:
        circle = known(options, players, stage)
        if circle is None:
            if stage == "first":
                solved(options, players, "half", progress)
            circle = unpacked(options, players, stage)
            circle.solve(progress)
            disk.save(*table_name(options, players, stage), packed(circle))
            remember(options, players, stage, circle)
        return circle


def remember(options: Options, players: int, stage: Stage, circle: Circle) -> None:
    """From now on this stage is known."""
    _known[options, players, stage] = circle


def stage_ends(options: Options, players: int, stage: Stage) -> Floats:
    """What each player suffers when one of them loses the half, from the loser on.

    S2, S3: the loser of the first half begins the second; the loser of that one begins the final, if there is one. The
    first half needs the half for its own sake to be known.
    """
    if stage == "half":
        alone: Floats = np.eye(players)[0]
        return alone
    fresh = half_table(options).risk(options.stones, 0)
    if players == 2:
        second = np.array([fresh, 1 - fresh])
    else:
        half = known(options, players, "half")
        assert half is not None, "the half for its own sake comes first"
        second = half.value(options.stones, (0,) * players)
    return in_second_half(fresh, second, loser=0)


def in_second_half(begins_final: float, risks: Floats, loser: int) -> Floats:
    """The chances to lose the game by those to lose its second half, when this player lost the first one."""
    chances = begins_final * risks
    chances[loser] += 1 - begins_final
    return chances


def table_name(options: Options, players: int, stage: Stage) -> tuple[str, str]:
    """The name of a table and its version, which changes with the method; the name with the rules."""
    rules = f"{options.stones}-{options.ties}-{options.covered}-{hands_of(options).fingerprint()}"
    return f"schocken-{players}-{stage}-{rules}", _VERSION


def packed(circle: Circle) -> bytes:
    """The values of the states that are solved, in their order."""
    values = [circle.values[state] for state in circle.all_states() if state in circle.values]
    return np.array(values).astype("<f8").tobytes()


def unpacked(options: Options, players: int, stage: Stage, table: bytes = b"") -> Circle:
    """A half with the values of a table, which may stop where the solver was stopped."""
    circle = Circle(options, half_table(options), stage_ends(options, players, stage))
    values = np.frombuffer(table, dtype="<f8").astype(np.float64).reshape(-1, players)
    circle.values = dict(zip(circle.all_states(), values, strict=False))
    return circle
