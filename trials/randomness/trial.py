"""Statistical tests of the dice of the real mapping, for people and for bots.

    python -m trials randomness [--dice N] [--streams K] [--workers W] [--seed S] [--plant]

Each stream holds the throws of one seat at table after table. It is tested for its faces, consecutive pairs and runs
(χ²); under the null hypothesis the p-values are uniform, which a Kolmogorov–Smirnov test checks over all streams.
Small biases show in the counts summed over streams: all seats, people, bots, and people against bots.

`--plant` takes `byte % 6` without skipping any byte, and must be caught.

`--raw` writes the bytes of the mapping to stdout without end, for a battery of tests:
`python -m trials randomness --raw | dieharder -g 200 -d 0`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Final, TypeAlias
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from knobel.fair import throws
from knobel.fair.statistics.p_values import chi_square, chi_square_tail, homogeneity

from .streams import KINDS, Kind, blocks, series
from .uniform import even

Counts: TypeAlias = dict[str, NDArray[np.int64]]
"""How often each face fell, each pair, and runs of each length."""

Stream: TypeAlias = tuple[Kind, Counts]
"""Kind of seat, and counts."""

TESTS: Final = ("faces", "pairs", "runs")
QUESTIONS: Final = 2 * 3 * len(TESTS) + 1
"""The distribution and the sums of each test for all seats, people and bots; and people against bots."""

LIMIT: Final = 1e-3 / QUESTIONS
"""Significance level with Bonferroni correction: at most one run in a thousand with fair dice fails."""

_RUN: Final = 4
"""Runs of this length and longer are counted together."""

_RUNS: Final = (*(5 / 6**length for length in range(1, _RUN)), 1 / 6 ** (_RUN - 1))
"""The share of runs of each length."""


def counted(faces: Sequence[int]) -> Counts:
    """Counts of one stream. Pairs do not overlap, so that they are independent.

    The first and the last run are left out, because they may be cut.
    """
    dice = np.asarray(faces, dtype=np.int64) - 1
    lengths = np.minimum(np.diff(np.flatnonzero(np.diff(dice))), _RUN)
    return {
        "faces": np.bincount(dice, minlength=6),
        "pairs": np.bincount(6 * dice[: len(dice) // 2 * 2 : 2] + dice[1::2], minlength=36),
        "runs": np.bincount(lengths, minlength=_RUN + 1)[1:],
    }


def p_of(test: str, counts: NDArray[np.int64]) -> float:
    """The p-value of the counts of a test."""
    cells, total = len(counts), int(counts.sum())
    shares = _RUNS if test == "runs" else [1 / cells] * cells
    return chi_square_tail(chi_square(counts.tolist(), [total * share for share in shares]), cells - 1)


@contextmanager
def planted() -> Iterator[None]:
    """Plant modulo bias: no byte is rejected, so that faces one to four come up more often."""

    with patch.object(throws, "_REJECTED", b""):
        yield


def seats(pair: int, length: int, seed: int, plant: bool) -> list[Stream]:
    """The streams of a person and of a bot who sit at the same tables."""
    rng = random.Random(f"randomness {seed} {pair}")
    if plant:
        with planted():
            fell = series(rng, length)
    else:
        fell = series(rng, length)
    return [(kind, counted(faces)) for kind, faces in fell.items()]


def examine(dice: int, streams: int, seed: int, workers: int = 1, plant: bool = False) -> dict[str, float]:
    """The p-value of each question in `QUESTIONS`."""
    pairs = streams // 2
    job = partial(seats, length=dice // (2 * pairs), seed=seed, plant=plant)
    found = list[Stream]()
    for done, both in enumerate(_done(job, pairs, workers), start=1):
        found += both
        if done % 10 == 0:
            print(f"{2 * done} of {2 * pairs} streams", file=sys.stderr)
    return questions(found)


def _done(job: partial[list[Stream]], pairs: int, workers: int) -> Iterator[list[Stream]]:
    if workers == 1:
        yield from map(job, range(pairs))
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(job, range(pairs))


def questions(found: Sequence[Stream]) -> dict[str, float]:
    answers = dict[str, float]()
    of: Mapping[str, Sequence[Kind]] = {"all seats": KINDS, "people": ("person",), "bots": ("bot",)}
    for who, kinds in of.items():
        for test in TESTS:
            streams = [counts[test] for kind, counts in found if kind in kinds]
            answers[f"spread of {test}, {who}"] = even([p_of(test, counts) for counts in streams])
            answers[f"sum of {test}, {who}"] = p_of(test, np.sum(streams, axis=0))
    people, bots = (np.sum([counts["faces"] for kind, counts in found if kind == side], axis=0) for side in KINDS)
    answers["people against bots"] = chi_square_tail(homogeneity(people.tolist(), bots.tolist()), len(people) - 1)
    return answers


def _write_raw(rng: random.Random) -> None:
    stream = blocks(rng)
    while part := b"".join(islice(stream, 4096)):
        sys.stdout.buffer.write(part)


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--dice", type=int, default=2_000_000)
    asked.add_argument("--streams", type=int, default=200)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--plant", action="store_true", help="take byte %% 6 without skipping, which must be caught")
    asked.add_argument("--raw", action="store_true", help="write the bytes behind the dice, without end")
    given = asked.parse_args()
    if given.raw:
        try:
            _write_raw(random.Random(f"raw {given.seed}"))
        except BrokenPipeError:
            sys.stderr.close()
        return 0
    answers = examine(given.dice, given.streams, given.seed, given.workers, given.plant)
    for question, p in answers.items():
        print(f"{question:28} p = {p:.4g}")
    worst, least = min(answers.items(), key=itemgetter(1))
    honest = least >= LIMIT
    said = "honest" if honest else "NOT honest"
    least_said = f"smallest p {least:.2g} of {len(answers)} ({worst})"
    print(f"{given.dice:,} dice in {given.streams} streams, seed {given.seed}: {said}, {least_said}")
    return 0 if honest is not given.plant else 1
