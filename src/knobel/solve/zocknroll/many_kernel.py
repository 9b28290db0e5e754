"""Kernels of Zock'n'Roll's solver for many players, with an abstraction: decisions depend on counts of stayers.

A decision depends on the player's own number, `p`, and on how many stayed before, `k`; in round 2 on how many are left,
on `k` and on how many before stayed once more, `again`. So histories are paths through a small lattice of points
(p, k, again), and sums over all 3^players histories become dynamic programming over its points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Integers
from ..compiled import compiled
from .kernel import Strategy, no_better
from .turn import Lattice, Turn


class _Paths(NamedTuple):
    """Chances in round 1, by p and k: of each cup to stay, of staying, of dropping, and of reaching that point."""

    cup: Floats
    stays: Floats
    drops: Floats
    before: Floats


class _Points(NamedTuple):
    """Arrays of round 2, by p, k and again; `fair` is for not being beaten, `sole` for beating all, both by place."""

    fair: Floats
    sole: Floats
    fair_before: Floats
    sole_before: Floats
    fair_after: Floats
    sole_after: Floats
    drops: Floats
    before: Floats
    later: Floats
    """By p and k: the chance that in the end as many are left as are."""


@compiled
def sweep_crowd(turn: Turn, rows: Lattice, stay: Strategy, gain: Strategy, reach: Floats, values: Floats) -> None:
    """`sweep` for shared decisions, without best responses."""
    players, cups = len(values), len(turn.chance)
    paths = _make_paths(turn, rows.first, stay.first, players)
    points = _make_points(players, len(turn.worth))
    staying = np.zeros((players, players, cups))
    for left in range(1, players + 1):
        _count_later(paths, left, points.later)
        for fourth in range(6):
            chances, some = stay.second[fourth], rows.second[left]
            _walk_up(turn, fourth, some, chances, paths, points)
            _walk_down(turn, fourth, left, some, chances, paths, gain.second[fourth], reach[fourth], staying, points)
    for p in range(players):
        for k in range(p + 1):
            row = rows.first[p, k]
            for cup in range(cups):
                dropping = turn.first[cup] * paths.before[p, k]
                more = staying[p, k, cup] - dropping
                gain.first[row, cup] += more
                values[p] += turn.chance[cup] * (dropping + stay.first[row, cup] * more)


@compiled
def _make_paths(turn: Turn, rows: Integers, chances: Floats, players: int) -> _Paths:
    paths = _Paths(
        np.empty((players, players, len(turn.chance))),
        np.empty((players, players)),
        np.empty((players, players)),
        np.zeros((players + 1, players + 1)),
    )
    paths.before[0, 0] = 1
    for p in range(players):
        for k in range(p + 1):
            total = 0.0
            for cup in range(len(turn.chance)):
                paths.cup[p, k, cup] = turn.chance[cup] * chances[rows[p, k], cup]
                total += paths.cup[p, k, cup]
            paths.stays[p, k] = total
            paths.drops[p, k] = 1 - total
            paths.before[p + 1, k] += paths.before[p, k] * (1 - total)
            paths.before[p + 1, k + 1] += paths.before[p, k] * total
    return paths


@compiled
def _make_points(players: int, places: int) -> _Points:
    points = (players + 1, players + 1, players + 1)
    return _Points(
        np.empty((*points, places)),
        np.empty((*points, places)),
        np.empty((*points, places)),
        np.empty((*points, places)),
        np.empty((*points, places)),
        np.empty((*points, places)),
        np.empty(points),
        np.empty(points),
        np.empty((players + 1, players + 1)),
    )


@compiled
def _count_later(paths: _Paths, left: int, later: Floats) -> None:
    players = len(paths.stays)
    later[:] = 0
    later[players, left] = 1
    for p in range(players - 1, -1, -1):
        for k in range(min(p, left) + 1):
            later[p, k] = paths.drops[p, k] * later[p + 1, k]
            if k < left:
                later[p, k] += paths.stays[p, k] * later[p + 1, k + 1]


@compiled
def _walk_up(turn: Turn, fourth: int, rows: Integers, chances: Floats, paths: _Paths, points: _Points) -> None:
    """Forward pass: the effect of the players before, from the first to the last."""
    players, staying = len(paths.stays), np.empty(len(turn.chance))
    points.fair_before[:], points.sole_before[:], points.before[:] = 0, 0, 0
    points.fair_before[0, 0, 0], points.sole_before[0, 0, 0], points.before[0, 0, 0] = 1, 1, 1
    for p in range(players):
        for k in range(p + 1):
            for again in range(k + 1):
                fair_before, sole_before = points.fair_before[p, k, again], points.sole_before[p, k, again]
                before, away, row = points.before[p, k, again], paths.drops[p, k], rows[k, again]
                _add(points.fair_before[p + 1, k, again], fair_before, away)
                _add(points.sole_before[p + 1, k, again], sole_before, away)
                points.before[p + 1, k, again] += before * away
                if row < 0:  # the only player in round 2
                    continue
                stays = 0.0
                for cup in range(len(staying)):
                    staying[cup] = paths.cup[p, k, cup] * chances[row, cup]
                    stays += staying[cup]
                fair, sole, drops = points.fair[p, k, again], points.sole[p, k, again], paths.stays[p, k] - stays
                no_better(turn.place[fourth], staying, fair, sole)
                points.drops[p, k, again] = drops
                _add(points.fair_before[p + 1, k + 1, again], fair_before, drops)
                _add(points.sole_before[p + 1, k + 1, again], sole_before, drops)
                points.before[p + 1, k + 1, again] += before * drops
                _add_product(points.fair_before[p + 1, k + 1, again + 1], fair_before, fair)
                _add_product(points.sole_before[p + 1, k + 1, again + 1], sole_before, sole)
                points.before[p + 1, k + 1, again + 1] += before * stays


@compiled
def _walk_down(
    turn: Turn,
    fourth: int,
    left: int,
    rows: Integers,
    chances: Floats,
    paths: _Paths,
    gain: Floats,
    reach: Floats,
    staying: Floats,
    points: _Points,
) -> None:
    """Backward pass: values of staying and dropping in round 2."""
    players, places = len(paths.stays), len(turn.worth)
    expected = np.empty(places)
    points.fair_after[players], points.sole_after[players] = 0, 0
    points.fair_after[players, left], points.sole_after[players, left] = 1, 1
    for p in range(players - 1, -1, -1):
        for k in range(min(p, left) + 1):
            for again in range(k + 1):
                fair, sole = points.fair_after[p, k, again], points.sole_after[p, k, again]
                away, row = paths.drops[p, k], rows[k, again]
                fair[:], sole[:] = 0, 0
                _add(fair, points.fair_after[p + 1, k, again], away)
                _add(sole, points.sole_after[p + 1, k, again], away)
                if row < 0:
                    continue
                drops = points.drops[p, k, again]
                fair_after, sole_after = points.fair_after[p + 1, k + 1], points.sole_after[p + 1, k + 1]
                _add(fair, fair_after[again], drops)
                _add(sole, sole_after[again], drops)
                _add_product(fair, fair_after[again + 1], points.fair[p, k, again])
                _add_product(sole, sole_after[again + 1], points.sole[p, k, again])
                for place in range(places):
                    expected[place] = (
                        turn.worth[place] * points.fair_before[p, k, again, place] * fair_after[again + 1, place]
                        + turn.prize * points.sole_before[p, k, again, place] * sole_after[again + 1, place]
                    )
                to_here = points.before[p, k, again] * points.later[p + 1, k + 1]
                for cup in range(len(turn.chance)):
                    stays = 0.0
                    for fifth in range(6):
                        stays += expected[turn.place[fourth, fifth, cup]]
                    drop = turn.second[fourth, cup] * to_here
                    gain[row, cup] += stays - drop
                    reach[row, cup] += paths.cup[p, k, cup]
                    staying[p, k, cup] += (drop + chances[row, cup] * (stays - drop)) / 6


@compiled
def _add(total: Floats, part: Floats, factor: float) -> None:
    for place in range(len(total)):
        total[place] += part[place] * factor


@compiled
def _add_product(total: Floats, one: Floats, other: Floats) -> None:
    for place in range(len(total)):
        total[place] += one[place] * other[place]
