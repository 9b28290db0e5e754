"""How everybody plays a turn of Zock'n'Roll, for all white dice, in a form small enough to come with the package.

A chance to stay is kept as a *level*, a whole number out of 255. Almost all are 0 or 255, so that a table shrinks to a
fraction of a bit for each decision. Where a game stays the same when all dice are turned over, only one half is kept.
"""

from __future__ import annotations

import lzma
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...rules.boards import BOARDS, COMBINATIONS, CUP_SIZE, formed
from ...rules.dice import multisets
from .. import cache, shipped
from .kernel import Strategy
from .learner import Learner, exploitability
from .tree import decisions, is_exact
from .turn import TRIPLES, Setting, mirror

Levels: TypeAlias = NDArray[np.uint8]
Progress: TypeAlias = Callable[[int, int], None]

LEVELS: Final = 255
_METHOD: Final = 1
_ENOUGH: Final = 5e-5
"""With this little to gain for anybody, in points, learning ends; or after so many steps:"""
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


def silent(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


_policies: Final = dict[Setting, Policy]()


def policy(setting: Setting, progress: Progress = silent) -> Policy:
    """How to play a turn: as shipped, as kept on disk, or learned now, which takes minutes, and then kept."""
    if setting not in _policies:
        name, version = setting.name, _version(setting)
        table = shipped.load(name, version) or cache.load(name, version)
        if table is None:
            table = pack(solve(setting, progress))
            cache.save(name, version, table)
        _policies[setting] = unpack(setting, table)
    return _policies[setting]


def ship(setting: Setting, progress: Progress = silent) -> int:
    """Learn a policy anew and put it into the package; how many bytes it takes there."""
    path = shipped.ship(setting.name, _version(setting), pack(solve(setting, progress)))
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


def learned(setting: Setting, triple: int, steps: int = STEPS) -> Strategy:
    """How to play after these three white dice, learned now and not yet rounded to levels."""
    learner, white = Learner(setting, TRIPLES[triple]), TRIPLES[triple]
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
        if gain < least:  # with many players learning may come close and drift away again
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
    """The triples whose play has to be kept; others are their mirror images."""
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
    told = [setting, _METHOD, [value for _, value, _ in BOARDS[setting.board]]]
    for count in range(size + 3, size + 6):
        hands = (formed(setting.board, setting.royal_pairs, dice) for dice, _ in multisets(count))
        told.append([names.index(rows[0]) if rows else None for rows in hands])
    return sha256(repr(told).encode()).hexdigest()[:16]
