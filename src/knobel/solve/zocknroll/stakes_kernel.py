"""Kernels of a turn of Zock'n'Roll in which the marks of each player may matter to all players.

Payoffs are *stakes*: what a mark brings to its player and to each other one. They add up over the players, so a value
needs only the range of each player's cups at an end of the public tree, and nothing is sampled. Ends are all histories:
each player has dropped in round 1 or 2, or shows the cup in round 3. From there counterfactual values of all players
and cups go back through the tree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Integers
from ..compiled import compiled
from .kernel import Reach, Strategy, no_better, reach_first
from .turn import Tree


class Stakes(NamedTuple):
    """A turn after three white dice: `to` is whom a mark brings something, `by` whose mark it is."""

    chance: Floats
    """Of each cup."""
    first: Floats
    """`[to, by, cup]`: for dropping in round 1."""
    second: Floats
    """`[fourth, to, by, cup]`: for dropping in round 2."""
    sole: Floats
    """`[fourth, by, to, fifth, cup]`: for winning round 3 alone, times the chance of a fifth white die."""
    tie: Floats
    """The same for sharing the best hand."""
    place: Integers
    """`[fourth, fifth, cup]`, as in `Turn`."""
    rows: int
    jorg: bool


_FIRST, _SECOND, _SHOWS = range(3)
"""How a turn ends for a player: dropped in round 1 or 2, or in round 3."""

_FAIR, _SOLE = range(2)


class _End(NamedTuple):
    """An end of the tree, by player: how it ended, and at which node of round 2; `reach` of all its cups together.

    `brings[to, by]` is what a dropped player brings, times the reach of its cups.
    """

    kind: Integers
    node: Integers
    reach: Floats
    brings: Floats


class _Second(NamedTuple):
    """Work arrays of round 2, by node.

    Of the player who stays there: for each place `fair`, that no hand is better, and `sole`, that all are worse; `won`
    and `tied[node, to]` are the stakes of its hands of each place, times their reach. Of the player who drops there
    `dropped[node, to]`. `reach` is that of a child node.
    """

    fair: Floats
    sole: Floats
    won: Floats
    tied: Floats
    dropped: Floats
    reach: Floats
    value: Floats
    """The counterfactual values of each player and cup."""
    jorg_fair: Floats
    jorg_sole: Floats
    alone: Floats
    """`[player, _FAIR or _SOLE, place]`: the chances beside that player's hand at the present end."""
    beside: Floats
    better: Floats
    equal: Floats


@compiled
def sweep_stakes(
    stakes: Stakes, tree: Tree, stay: Strategy, best: bool, gain: Strategy, reach: Floats, values: Floats
) -> None:
    """`sweep` for stakes: adds to `values`, `gain` and `reach` in the same way."""
    players, cups = len(values), len(stakes.chance)
    nodes = 1 << players
    reached = reach_first(stakes.chance, tree, stay.first, nodes)
    dropped = _dropped_first(stakes, reached, players)
    value = np.zeros((2 * nodes, players, cups))
    second = _make_second(players, 6 * stakes.rows, cups)
    end = _End(
        np.empty(players, np.int64), np.empty(players, np.int64), np.empty(players), np.empty((players, players))
    )
    path, members = np.empty(players, np.int64), np.empty(players, np.int64)
    for mask in range(nodes):
        node, size = 1, 0
        for player in range(players):
            path[player] = node
            if mask >> player & 1:
                members[size] = player
                size += 1
                node = 2 * node + 1
            else:
                end.kind[player], end.reach[player] = _FIRST, reached.drops[node]
                end.brings[:, player] = dropped[node]
                node = 2 * node
        if size == 0:
            _pay(stakes, 0, end, second, value[node])
            continue
        rows = tree.second[tree.begin[mask] : tree.begin[mask] + (1 << size) - 1]
        for fourth in range(6):
            chances = stay.second[fourth]
            _enter(stakes, fourth, rows, members[:size], path, reached, chances, second)
            for leaf in range(1 << size):
                below = _reach_end(leaf, members[:size], second, end)
                _pay(stakes, fourth, end, second, second.value[below])
            _go_back(
                rows, members[:size], path, reached, chances, best, gain.second[fourth], reach[fourth], second.value
            )
            for player in range(players):
                for cup in range(cups):
                    value[node, player, cup] += second.value[1, player, cup] / 6
    _go_back_first(tree, stay.first, best, gain.first, value)
    for player in range(players):
        for cup in range(cups):
            values[player] += stakes.chance[cup] * value[1, player, cup]


@compiled
def _dropped_first(stakes: Stakes, reached: Reach, players: int) -> Floats:
    """`[node, to]`: what the player brings who drops at a node of round 1, times the reach of the cups."""
    brings = np.zeros((1 << players, players))
    player = 0
    for node in range(1, 1 << players):
        player += node >> (player + 1)
        for cup in range(len(stakes.chance)):
            drops = stakes.chance[cup] - reached.cup[node, cup]
            for to in range(players):
                brings[node, to] += drops * stakes.first[to, player, cup]
    return brings


@compiled
def _make_second(players: int, places: int, cups: int) -> _Second:
    nodes = 1 << players
    return _Second(
        np.empty((nodes, places)),
        np.empty((nodes, places)),
        np.empty((nodes, players, places)),
        np.empty((nodes, players, places)),
        np.empty((nodes, players)),
        np.empty(2 * nodes),
        np.empty((2 * nodes, players, cups)),
        np.ones(places),
        np.ones(places),
        np.empty((players, 2, places)),
        np.empty((2, places)),
        np.empty(places),
        np.empty(places),
    )


@compiled
def _enter(
    stakes: Stakes,
    fourth: int,
    rows: Integers,
    members: Integers,
    path: Integers,
    reached: Reach,
    chances: Floats,
    second: _Second,
) -> None:
    """What staying and dropping at each node of round 2 leads to."""
    players, cups, places = len(path), len(stakes.chance), stakes.place[fourth]
    if stakes.jorg:
        no_better(places, stakes.chance, second.jorg_fair, second.jorg_sole)
    member, staying = 0, np.empty(cups)
    for node in range(1, 1 << len(members)):
        member += node >> (member + 1)
        player = members[member]
        came, chance, stays, drops = reached.cup[path[player]], chances[rows[node - 1]], 0.0, 0.0
        second.dropped[node, :], second.won[node], second.tied[node] = 0, 0, 0
        for cup in range(cups):
            staying[cup] = came[cup] * chance[cup]
            gone = came[cup] - staying[cup]
            stays += staying[cup]
            drops += gone
            for to in range(players):
                second.dropped[node, to] += gone * stakes.second[fourth, to, player, cup]
        second.reach[2 * node], second.reach[2 * node + 1] = drops, stays
        no_better(places, staying, second.fair[node], second.sole[node])
        for to in range(players):
            won, tied = second.won[node, to], second.tied[node, to]
            sole, tie = stakes.sole[fourth, player, to], stakes.tie[fourth, player, to]
            for fifth in range(6):
                for cup in range(cups):
                    won[places[fifth, cup]] += staying[cup] * sole[fifth, cup]
                    tied[places[fifth, cup]] += staying[cup] * tie[fifth, cup]


@compiled
def _reach_end(leaf: int, members: Integers, second: _Second, end: _End) -> int:
    """Set the end after these decisions of round 2, which are bits; its node."""
    node = 1
    for member in range(len(members)):
        player = members[member]
        end.node[player] = node
        if leaf >> member & 1:
            end.kind[player] = _SHOWS
            node = 2 * node + 1
        else:
            end.kind[player] = _SECOND
            end.brings[:, player] = second.dropped[node]
            node = 2 * node
        end.reach[player] = second.reach[node]
    return node


@compiled
def _pay(stakes: Stakes, fourth: int, end: _End, second: _Second, value: Floats) -> None:
    """The counterfactual values at an end: of each player and cup, times the reach of all others."""
    players = len(end.reach)
    for by in range(players):
        if end.kind[by] == _SHOWS:
            _beside(by, by, end, second, second.alone[by])
    for to in range(players):
        constant, others, absent = 0.0, 1.0, 1.0
        for by in range(players):
            if by == to:
                continue
            others *= end.reach[by]
            if end.kind[by] == _SHOWS:
                continue
            absent *= end.reach[by]
            brings = end.brings[to, by]
            for third in range(players):
                if third != to and third != by:
                    brings *= end.reach[third]
            constant += brings
        if end.kind[to] == _SHOWS:
            value[to] = constant
            if absent > 0:
                _show(stakes, fourth, to, absent, end, second, value[to])
            continue
        for by in range(players):
            if end.kind[by] == _SHOWS and absent > 0:
                constant += absent * _shown_by(second.alone[by], end.node[by], to, second)
        own = stakes.first[to, to] if end.kind[to] == _FIRST else stakes.second[fourth, to, to]
        for cup in range(len(own)):
            value[to, cup] = constant + others * own[cup]


@compiled
def _shown_by(beside: Floats, node: int, to: int, second: _Second) -> float:
    """What the player who stays at a node brings in round 3 to one who has dropped."""
    won, tied, total = second.won[node, to], second.tied[node, to], 0.0
    for place in range(len(won)):
        total += won[place] * beside[_SOLE, place] + tied[place] * (beside[_FAIR, place] - beside[_SOLE, place])
    return total


@compiled
def _beside(one: int, other: int, end: _End, second: _Second, chances: Floats) -> None:
    """For each place the chances that no hand but those of two players is better, and that all are worse."""
    fair, sole = chances[_FAIR], chances[_SOLE]
    fair[:] = second.jorg_fair
    sole[:] = second.jorg_sole
    for third in range(len(end.kind)):
        if third != one and third != other and end.kind[third] == _SHOWS:
            fair_third, sole_third = second.fair[end.node[third]], second.sole[end.node[third]]
            for place in range(len(fair)):
                fair[place] *= fair_third[place]
                sole[place] *= sole_third[place]


@compiled
def _show(stakes: Stakes, fourth: int, to: int, absent: float, end: _End, second: _Second, value: Floats) -> None:
    """Add what round 3 brings to a player who shows the cup, for each cup.

    With an own hand of some rank, others win with better hands only, and share with equal ones.
    """
    own_sole, own_tie, beside = stakes.sole[fourth, to, to], stakes.tie[fourth, to, to], second.beside
    fair, sole, better, equal = beside[_FAIR], beside[_SOLE], second.better, second.equal
    better[:] = 0
    equal[:] = 0
    for by in range(len(end.kind)):
        if by == to or end.kind[by] != _SHOWS:
            continue
        _beside(by, to, end, second, beside)
        won, tied = second.won[end.node[by], to], second.tied[end.node[by], to]
        for place in range(len(won)):
            better[place] += won[place] * sole[place] + tied[place] * (fair[place] - sole[place])
            equal[place] += tied[place] * fair[place]
    fair, sole = second.alone[to, _FAIR], second.alone[to, _SOLE]
    for fifth in range(6):
        before = 0.0
        for place in range(fifth * stakes.rows, (fifth + 1) * stakes.rows):
            more = better[place]
            equal[place] += before
            before += more
        for cup in range(len(value)):
            place = stakes.place[fourth, fifth, cup]
            own = own_sole[fifth, cup] * sole[place] + own_tie[fifth, cup] * (fair[place] - sole[place])
            value[cup] += absent * (equal[place] + own)


@compiled
def _go_back(
    rows: Integers,
    members: Integers,
    path: Integers,
    reached: Reach,
    chances: Floats,
    best: bool,
    gain: Floats,
    reach: Floats,
    value: Floats,
) -> None:
    """Backward pass over the nodes of round 2."""
    member = len(members) - 1
    for node in range((1 << len(members)) - 1, 0, -1):
        member -= (node >> member) ^ 1
        player, row = members[member], rows[node - 1]
        came = reached.cup[path[player]]
        for cup in range(len(came)):
            gain[row, cup] += value[2 * node + 1, player, cup] - value[2 * node, player, cup]
            reach[row, cup] += came[cup]
        _join(node, player, chances[row], best, value)


@compiled
def _go_back_first(tree: Tree, chances: Floats, best: bool, gain: Floats, value: Floats) -> None:
    """Backward pass over the nodes of round 1."""
    nodes = len(value) // 2
    player = value.shape[1] - 1
    for node in range(nodes - 1, 0, -1):
        player -= (node >> player) ^ 1
        row = tree.first[node - 1]
        for cup in range(value.shape[2]):
            gain[row, cup] += value[2 * node + 1, player, cup] - value[2 * node, player, cup]
        _join(node, player, chances[row], best, value)


@compiled
def _join(node: int, player: int, chance: Floats, best: bool, value: Floats) -> None:
    """The values at a node from those after dropping and staying there; those of others contain the decision."""
    drops, stays, here = value[2 * node], value[2 * node + 1], value[node]
    for other in range(value.shape[1]):
        for cup in range(value.shape[2]):
            if other != player:
                here[other, cup] = drops[other, cup] + stays[other, cup]
            elif best:
                here[other, cup] = max(drops[other, cup], stays[other, cup])
            else:
                here[other, cup] = chance[cup] * stays[other, cup] + (1 - chance[cup]) * drops[other, cup]
