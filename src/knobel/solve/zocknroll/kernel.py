"""Kernels of Zock'n'Roll's solver: counterfactual values of staying and dropping, for every history and cup.

Cups are independent, so beliefs about them stay a product over the players after any decisions. A player's *reach* is
the chance of each own cup and of having stayed with it; values of another player need only products of these. Nothing
is sampled, and best responses are exact.

In round 2 a history splits at each node into players before and after. `before` collects the product of those who
decided already, `after` the sum of such products over everything that may follow. For a player at the node only their
product matters: for each place of the hand the chance that no hand is better, and that all are worse.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Integers
from ..compiled import compiled
from .turn import Tree, Turn


class Strategy(NamedTuple):
    """The chance to stay, by decision and cup; in round 2 by the fourth white die, too."""

    first: Floats
    second: Floats


class Reach(NamedTuple):
    """For each node of round 1 the chance of each cup to stay there, of any to stay, and of any to drop."""

    cup: Floats
    stays: Floats
    drops: Floats


class _Space(NamedTuple):
    """Work arrays of round 2, by node and place; `fair` is for not being beaten, `sole` for beating all."""

    fair: Floats
    sole: Floats
    fair_before: Floats
    sole_before: Floats
    fair_after: Floats
    sole_after: Floats
    drops: Floats
    before: Floats
    """The chance that the others decided as this node says."""
    later: Floats
    """The chance that all members from this one on came to round 2 as they did."""
    value: Floats
    """What each member expects of round 2 with each cup."""


@compiled
def sweep(turn: Turn, tree: Tree, stay: Strategy, best: bool, gain: Strategy, reach: Floats, values: Floats) -> None:
    """Expected values of the turn for every player when all play `stay`.

    Adds to `values` the expectation of each player; if `best`, that of the best response. Adds to `gain`
    the advantage of staying over dropping, weighted with the others' reach (counterfactual value), and to `reach` the
    chance that the player's own decisions lead to a decision of round 2.
    """
    players, cups = len(values), len(turn.chance)
    nodes = 1 << players
    reached = reach_first(turn.chance, tree, stay.first, nodes)
    staying = np.zeros((nodes, cups))
    space = _make_space(players, len(turn.worth), cups)
    path = np.empty(players, np.int64)
    for mask in range(1, nodes):
        node, size, others = 1, 0, 1.0
        for player in range(players):
            if mask >> player & 1:
                path[size] = node
                node, size = 2 * node + 1, size + 1
            else:
                others *= reached.drops[node]
                node = 2 * node
        begin = tree.begin[mask]
        rows = tree.second[begin : begin + (1 << size) - 1]
        for fourth in range(6):
            chances = stay.second[fourth]
            _look_back(turn, fourth, rows, path[:size], reached, chances, space)
            _look_ahead(
                turn,
                fourth,
                rows,
                path[:size],
                reached,
                chances,
                others,
                best,
                gain.second[fourth],
                reach[fourth],
                space,
            )
            for member in range(size):
                for cup in range(cups):
                    staying[path[member], cup] += space.value[member, cup] * (others / 6)
    _round_one(turn, tree, stay.first, best, gain.first, values, reached, staying)


@compiled
def reach_first(chance: Floats, tree: Tree, chances: Floats, nodes: int) -> Reach:
    """What the decisions of round 1 lead to."""
    cups = len(chance)
    reached = Reach(np.empty((nodes, cups)), np.empty(nodes), np.empty(nodes))
    for node in range(1, nodes):
        row, total = tree.first[node - 1], 0.0
        for cup in range(cups):
            reached.cup[node, cup] = chance[cup] * chances[row, cup]
            total += reached.cup[node, cup]
        reached.stays[node] = total
        reached.drops[node] = 1 - total
    return reached


@compiled
def _make_space(players: int, places: int, cups: int) -> _Space:
    nodes = 1 << players
    return _Space(
        np.empty((nodes, places)),
        np.empty((nodes, places)),
        np.empty((nodes, places)),
        np.empty((nodes, places)),
        np.ones((2 * nodes, places)),
        np.ones((2 * nodes, places)),
        np.empty(nodes),
        np.empty(2 * nodes),
        np.empty(players + 1),
        np.empty((players, cups)),
    )


@compiled
def no_better(places: Integers, chances: Floats, fair: Floats, sole: Floats) -> None:
    """From the chance of each cup, for each place the chance of a hand that is not better, and of a worse one.

    `places` are those of the hands, by the fifth white die and the cup.
    """
    rows = len(fair) // 6
    for place in range(len(fair)):
        fair[place] = 0
    for fifth in range(6):
        for cup in range(len(chances)):
            fair[places[fifth, cup]] += chances[cup]
        worse = 0.0
        for place in range((fifth + 1) * rows - 1, fifth * rows - 1, -1):
            sole[place] = worse
            worse += fair[place]
            fair[place] = worse


@compiled
def _look_back(
    turn: Turn, fourth: int, rows: Integers, path: Integers, reached: Reach, chances: Floats, space: _Space
) -> None:
    """Forward pass: for each node of round 2 the effect of the players before and of the player there."""
    members, cups = len(path), len(turn.chance)
    space.later[members] = 1
    for member in range(members - 1, -1, -1):
        space.later[member] = space.later[member + 1] * reached.stays[path[member]]
    space.before[1] = 1
    if turn.jorg:
        no_better(turn.place[fourth], turn.chance, space.fair_before[1], space.sole_before[1])
    else:
        space.fair_before[1], space.sole_before[1] = 1, 1
    member, staying = 0, np.empty(cups)
    for node in range(1, 1 << members):
        member += node >> (member + 1)
        came, chance, stays = reached.cup[path[member]], chances[rows[node - 1]], 0.0
        for cup in range(cups):
            staying[cup] = came[cup] * chance[cup]
            stays += staying[cup]
        drops = reached.stays[path[member]] - stays
        fair, sole = space.fair[node], space.sole[node]
        no_better(turn.place[fourth], staying, fair, sole)
        space.drops[node] = drops
        space.before[2 * node], space.before[2 * node + 1] = space.before[node] * drops, space.before[node] * stays
        if member + 1 < members:
            fair_before, sole_before = space.fair_before[node], space.sole_before[node]
            for place in range(len(fair)):
                space.fair_before[2 * node, place] = fair_before[place] * drops
                space.sole_before[2 * node, place] = sole_before[place] * drops
                space.fair_before[2 * node + 1, place] = fair_before[place] * fair[place]
                space.sole_before[2 * node + 1, place] = sole_before[place] * sole[place]


@compiled
def _look_ahead(
    turn: Turn,
    fourth: int,
    rows: Integers,
    path: Integers,
    reached: Reach,
    chances: Floats,
    others: float,
    best: bool,
    gain: Floats,
    reach: Floats,
    space: _Space,
) -> None:
    """Backward pass over the nodes of round 2: values of staying and dropping, and of each member."""
    members, cups, places = len(path), len(turn.chance), len(turn.worth)
    space.value[:members] = 0
    space.fair_after[1 << members : 2 << members] = 1
    space.sole_after[1 << members : 2 << members] = 1
    member, expected = members - 1, np.empty(places)
    for node in range((1 << members) - 1, 0, -1):
        member -= (node >> member) ^ 1
        drops, fair, sole = space.drops[node], space.fair[node], space.sole[node]
        fair_after, sole_after = space.fair_after[2 * node + 1], space.sole_after[2 * node + 1]
        for place in range(places):
            expected[place] = (
                turn.worth[place] * space.fair_before[node, place] * fair_after[place]
                + turn.prize * space.sole_before[node, place] * sole_after[place]
            )
            space.fair_after[node, place] = fair_after[place] * fair[place] + space.fair_after[2 * node, place] * drops
            space.sole_after[node, place] = sole_after[place] * sole[place] + space.sole_after[2 * node, place] * drops
        row, came = rows[node - 1], reached.cup[path[member]]
        to_here = space.before[node] * space.later[member + 1]
        for cup in range(cups):
            staying = 0.0
            for fifth in range(6):
                staying += float(expected[turn.place[fourth, fifth, cup]])
            dropping = turn.second[fourth, cup] * to_here
            gain[row, cup] += others * (staying - dropping)
            reach[row, cup] += came[cup]
            space.value[member, cup] += _expect(staying, dropping, chances[row, cup], best)


@compiled
def _round_one(
    turn: Turn,
    tree: Tree,
    chances: Floats,
    best: bool,
    gain: Floats,
    values: Floats,
    reached: Reach,
    staying: Floats,
) -> None:
    """Values of staying and dropping in round 1, and of the turn to each player."""
    player, before = 0, np.empty(2 * len(reached.stays))
    before[1] = 1
    for node in range(1, len(reached.stays)):
        player += node >> (player + 1)
        before[2 * node], before[2 * node + 1] = before[node] * reached.drops[node], before[node] * reached.stays[node]
        row = tree.first[node - 1]
        for cup in range(len(turn.chance)):
            dropping = turn.first[cup] * before[node]
            gain[row, cup] += staying[node, cup] - dropping
            expected = _expect(staying[node, cup], dropping, chances[row, cup], best)
            values[player] += turn.chance[cup] * expected


@compiled
def _expect(staying: float, dropping: float, chance: float, best: bool) -> float:
    return max(staying, dropping) if best else chance * staying + (1 - chance) * dropping


@compiled
def learn(
    weight: float, tremble: float, gain: Floats, reach: Floats, stay: Floats, regret: Floats, mean: Floats
) -> None:
    """One step of predictive regret matching: predict the same gains again, and stay in proportion to regrets.

    `regret` holds those for not having stayed and not having dropped, `mean` the weighted sum of the chances to stay so
    far and of their weights. A minimum chance of both moves keeps every history reachable.
    """
    for row in range(gain.shape[0]):
        for cup in range(gain.shape[1]):
            chance, more = stay[row, cup], gain[row, cup]
            mean[0, row, cup] += weight * reach[row, cup] * chance
            mean[1, row, cup] += weight * reach[row, cup]
            to_stay, to_drop = (1 - chance) * more, -chance * more
            regret[0, row, cup] = max(regret[0, row, cup] + to_stay, 0)
            regret[1, row, cup] = max(regret[1, row, cup] + to_drop, 0)
            stays = max(regret[0, row, cup] + to_stay, 0)
            drops = max(regret[1, row, cup] + to_drop, 0)
            chance = stays / (stays + drops) if stays + drops > 0 else 0.5
            stay[row, cup] = min(max(chance, tremble), 1 - tremble)
