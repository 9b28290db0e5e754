"""Assessment of the stored policy of Zock'n'Roll: values of a turn and exploitability."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Final, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from ...rules.zocknroll import Options
from .. import table_files
from ..arrays import Floats
from ..progress import Progress, silent
from .learner import best_values, values
from .policy import Policy, kept, policy
from .turn import TRIPLE_CHANCE, TRIPLES, setting

ALL_TRIPLES: Final = 8
"""Up to this many players best responses are computed for all white dice, beyond that for a sample."""

SAMPLE: Final = 8
_SEED: Final = 1

T = TypeVar("T")


class Assessment(Struct, frozen=True):
    """Values of the stored policy in a turn.

    `values` are the expected points per seat, from the starter on; `exploitability` is the largest gain of a seat by a
    best response to the others, in points, and `error` its standard error where white dice were sampled.
    """

    values: tuple[float, ...]
    exploitability: float
    error: float = 0


def turn_policy(options: Options, players: int, progress: Progress = silent) -> Policy:
    """The stored policy of a turn, which maximises points."""
    return policy(setting(options, players), progress)


def assess(options: Options, players: int, progress: Progress = silent) -> Assessment:
    """Compute the expected points of each seat under the stored policy, and the gain of best responses.

    >>> found = assess(Options(), 3)
    >>> [round(value, 3) for value in found.values], found.exploitability < 0.0001
    ([4.572, 4.503, 4.468], True)
    """
    stored = turn_policy(options, players, progress)
    name = f"{stored.setting.name}-assessed"
    version = sha256(stored.first.tobytes() + stored.second.tobytes()).hexdigest()[:16]
    known = table_files.cached(name, version)
    if known is not None:
        return _from_the_starter(options, msgspec.json.decode(known, type=Assessment))
    found = _assess(stored, progress)
    table_files.save(name, version, msgspec.json.encode(found))
    return _from_the_starter(options, found)


def _assess(stored: Policy, progress: Progress) -> Assessment:
    """The assessment in the order in which the players decide."""
    one = stored.setting
    triples, weights = kept(one), TRIPLE_CHANCE[kept(one)]
    sampled = one.players > ALL_TRIPLES
    looked_at = _sample(triples, weights) if sampled else triples
    jobs = [(False, triple) for triple in triples] + [(True, triple) for triple in looked_at]

    def work(job: tuple[bool, int]) -> Floats:
        best, triple = job
        return (best_values if best else values)(one, TRIPLES[triple], stored.strategy(triple))

    found = np.array(_in_threads(work, jobs, progress))
    played, best = found[: len(triples)], found[len(triples) :]
    expected = np.average(played, axis=0, weights=weights)
    places = [triples.index(triple) for triple in looked_at]
    gains = best - played[places]
    gain = np.average(gains, axis=0, weights=None if sampled else weights)
    most = int(gain.argmax())
    error = float(gains[:, most].std(ddof=1) / len(gains) ** 0.5) if sampled else 0.0
    return Assessment(tuple(expected.tolist()), float(gain[most]), error)


def _sample(triples: Sequence[int], weights: Floats) -> list[int]:
    """White dice as they fall, the same ones every time."""
    drawn = np.random.default_rng(_SEED).choice(len(triples), SAMPLE, p=weights / weights.sum())
    return [triples[place] for place in drawn]


def _in_threads(work: Callable[[T], Floats], jobs: Sequence[T], progress: Progress) -> list[Floats]:
    done = list[Floats]()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for one in pool.map(work, jobs):
            done.append(one)
            progress(len(done), len(jobs))
    return done


def _from_the_starter(options: Options, found: Assessment) -> Assessment:
    """N6: the starter decides first, or last."""
    if options.first_to_decide == "starter":
        return found
    *others, starter = found.values
    return msgspec.structs.replace(found, values=(starter, *others))
