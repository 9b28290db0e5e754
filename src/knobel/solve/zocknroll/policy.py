"""Stored policy for a turn of Zock'n'Roll: how often to stay at each information set, and what cups to expect.

A chance to stay is stored as a *level*, an integer out of 255. Nearly all are 0 or 255, so a compressed table takes a
fraction of a bit for each decision. Where the game is symmetric under turning all dice over, one half is stored.

Lookups take a state or a seat's view: they read public information and the cup of the seat in question.
"""

from __future__ import annotations

import lzma
import os
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...rules.boards import BOARDS, COMBINATIONS, CUP_SIZE, formed
from ...rules.dice import multisets
from ...rules.zocknroll import State, first_to_decide
from .. import table_files
from ..arrays import Floats
from ..progress import Progress, silent
from .kernel import Strategy
from .learner import Learner, exploitability
from .turn import TRIPLES, Setting, decisions, is_exact, mirror, tree

Levels: TypeAlias = NDArray[np.uint8]

LEVELS: Final = 255
_METHOD: Final = 1
_ENOUGH: Final = 5e-5
"""Exploitability in points at which learning ends, or after `STEPS` steps."""
STEPS: Final = 2000
_CROWD_STEPS: Final = 300
_ROUND: Final = 50


class Policy(NamedTuple):
    """`first[triple, decision, cup]` and `second[triple, fourth, decision, cup]` are levels of staying."""

    setting: Setting
    first: Levels
    second: Levels

    def strategy(self, triple: int) -> Strategy:
        """The chances to stay after these three white dice."""
        return Strategy(self.first[triple] / LEVELS, self.second[triple] / LEVELS)


_policies: Final = dict[Setting, Policy]()


def policy(setting: Setting, progress: Progress = silent) -> Policy:
    """The policy of a setting: shipped, cached, or learned now (minutes) and then cached."""
    if setting not in _policies:
        name, version = setting.name, _version(setting)
        table = table_files.shipped(name, version) or table_files.cached(name, version)
        if table is None:
            table = pack(solve(setting, progress))
            table_files.save(name, version, table)
        _policies[setting] = unpack(setting, table)
    return _policies[setting]


def ship(setting: Setting, progress: Progress = silent) -> int:
    """Learn a policy and write it into the package; the size in bytes."""
    path = table_files.ship(setting.name, _version(setting), pack(solve(setting, progress)))
    return path.stat().st_size


def solve(setting: Setting, progress: Progress = silent) -> Policy:
    """Learn to play after each three white dice, on all processors."""
    wanted, done = kept(setting), 0
    parts = list[tuple[Levels, Levels]]()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for one in pool.map(lambda triple: _solve(setting, triple), wanted):
            parts.append(one)
            done += 1
            progress(done, len(wanted))
    first, second = (np.array(part) for part in zip(*parts, strict=True))
    return _unfold(setting, first, second)


def _solve(setting: Setting, triple: int) -> tuple[Levels, Levels]:
    first, second = (np.rint(chances * LEVELS).astype(np.uint8) for chances in learned(setting, triple))
    return first, second


def learned(setting: Setting, triple: int, steps: int = STEPS, start: float = 0.5) -> Strategy:
    """The strategy after these three white dice, learned now from a chance to stay, and not yet rounded to levels."""
    learner, white = Learner(setting, TRIPLES[triple], start), TRIPLES[triple]
    if not is_exact(setting):
        learner.learn(_CROWD_STEPS)
        return learner.strategy()
    learner.learn(_ROUND)
    best = learner.strategy()
    least = exploitability(setting, white, best)
    for _ in range(_ROUND, steps, _ROUND):
        if least <= _ENOUGH:
            break
        learner.learn(_ROUND)
        now = learner.strategy()
        gain = exploitability(setting, white, now)
        if gain < least:  # with many players the strategy may come close and drift away again
            best, least = now, gain
    return best


def pack(policy: Policy) -> bytes:
    """A policy as bytes."""
    some = kept(policy.setting)
    return lzma.compress(policy.first[some].tobytes() + policy.second[some].tobytes())


def unpack(setting: Setting, table: bytes) -> Policy:
    """The policy that `pack` made bytes of."""
    triples, cups = len(kept(setting)), len(setting.cups)
    rows, later = decisions(setting.players, is_exact(setting))
    levels = np.frombuffer(lzma.decompress(table), np.uint8)
    middle = triples * rows * cups
    first, second = levels[:middle].reshape(triples, rows, cups), levels[middle:].reshape(triples, 6, later, cups)
    return _unfold(setting, first, second)


def kept(setting: Setting) -> list[int]:
    """The triples that are stored; others are their mirror images."""
    return [number for number, white in enumerate(TRIPLES) if not setting.mirrored or white <= mirror(white)]


def _unfold(setting: Setting, first: Levels, second: Levels) -> Policy:
    """The policy for all triples from that of the kept ones."""
    if not setting.mirrored:
        return Policy(setting, first, second)
    number = {triple: place for place, triple in enumerate(kept(setting))}
    cups = {cup: place for place, cup in enumerate(setting.cups)}
    turned = [cups[mirror(cup)] for cup in setting.cups]
    all_first, all_second = list[Levels](), list[Levels]()
    for triple, white in enumerate(TRIPLES):
        if triple in number:
            all_first.append(first[number[triple]])
            all_second.append(second[number[triple]])
        else:
            image = number[TRIPLES.index(mirror(white))]
            all_first.append(first[image][:, turned])
            all_second.append(second[image][::-1, :, turned])
    return Policy(setting, np.array(all_first), np.array(all_second))


def _version(setting: Setting) -> str:
    """Changes with the method, and with the rules that say which hands beat which."""
    names, size = COMBINATIONS[setting.board], CUP_SIZE[setting.board]
    inputs = [setting, _METHOD, [value for _, value, _ in BOARDS[setting.board]]]
    for count in range(size + 3, size + 6):
        hands = (formed(setting.board, setting.royal_pairs, dice) for dice, _ in multisets(count))
        inputs.append([names.index(rows[0]) if rows else None for rows in hands])
    return sha256(repr(inputs).encode()).hexdigest()[:16]


DOUBT: Final = 0.02
"""Chance that another player deviates from the policy, so that beliefs are defined after every history."""


def stays(policy: Policy, state: State, seat: int) -> float:
    """The stay frequency of the seat that decides, with its cup."""
    return float(stays_by_cup(policy, state, seat)[policy.setting.cups.index(state.cups[seat])])


def stays_by_cup(policy: Policy, state: State, seat: int) -> Floats:
    """The stay frequency of the seat that decides, with each possible cup."""
    return _chances(policy, state, seat, len(state.white) - 2)


def belief(policy: Policy, state: State, seat: int) -> Floats:
    """Belief (Bayes' rule) about the cup of a seat that is still in, given its decisions; Jörg's may be any."""
    likely = np.array([weight for _, weight in multisets(len(policy.setting.cups[0]))], np.float64)
    if seat < state.players:
        for playing_round in _decided(state, seat):
            likely *= (1 - DOUBT) * _chances(policy, state, seat, playing_round) + DOUBT / 2
    return np.asarray(likely / likely.sum())


def order(state: State) -> tuple[int, ...]:
    """The seats in the order in which they decide (N6)."""
    first = first_to_decide(state)
    return tuple((first + place) % state.players for place in range(state.players))


def _decided(state: State, seat: int) -> range:
    """The rounds of this turn in which a seat has decided already."""
    playing_round = len(state.white) - 2
    waits = state.phase == "decide" and seat in state.queue
    return range(1, min(playing_round, 2) + (not waits))


def _chances(policy: Policy, state: State, seat: int, playing_round: int) -> Floats:
    """The stay frequency of each cup at the seat's decision of this round."""
    triple, row = TRIPLES.index(tuple(sorted(state.white[:3]))), decision_of(policy.setting, state, seat, playing_round)
    if playing_round == 1:
        return np.asarray(policy.first[triple, row] / LEVELS)
    return np.asarray(policy.second[triple, state.white[3] - 1, row] / LEVELS)


def decision_of(setting: Setting, state: State, seat: int, playing_round: int) -> int:
    """The number of the seat's decision of this round, as strategies count them."""
    seats, rows = order(state), tree(setting.players, is_exact(setting))
    place = seats.index(seat)
    if playing_round == 1:
        return int(rows.first[node_of([state.dropped[other] != 1 for other in seats[:place]]) - 1])
    came = [state.dropped[other] != 1 for other in seats]
    mask = sum(1 << bit for bit, stayed in enumerate(came) if stayed)
    node = node_of([state.dropped[other] != 2 for other, stayed in zip(seats[:place], came, strict=False) if stayed])
    return int(rows.second[rows.begin[mask] + node - 1])


def node_of(stayed: list[bool]) -> int:
    """The node of a history.

    >>> node_of([]), node_of([True, False])
    (1, 6)
    """
    node = 1
    for one in stayed:
        node = 2 * node + one
    return node
