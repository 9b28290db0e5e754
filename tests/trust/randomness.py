"""Many dice through the real mapping: are they honest, for people and for bots?

    python -m tests.trust.randomness [--dice N] [--streams K] [--workers W] [--seed S] [--plant]

Each stream is what one seat throws, at table after table. It is examined for its faces, for pairs of dice that fell one
after the other, and for runs of the same face; honest dice give p-values that are spread evenly, which the test of
Kolmogorov and Smirnov sees over all streams. `--plant` takes `byte % 6` without skipping any byte, and must be caught.

`--raw` writes the bytes of the mapping to stdout without end, for a battery of tests:
`python -m tests.trust.randomness --raw | dieharder -g 200 -d 0`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count, islice
from typing import Final, TypeAlias
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from knobel.fair import throws
from knobel.fair.hashing import keyed, number
from knobel.odds.surprise import chi_square, p_value

from .streams import KINDS, Kind, blocks, series
from .uniform import even

Stream: TypeAlias = tuple[Kind, dict[str, float], NDArray[np.int64]]
"""Whose dice, the p-value of each test, and how often each face fell."""

LIMIT: Final = 1e-4
"""A p-value below it says that the dice are not honest; of honest ones one run in a thousand does, with ten tests."""

_RUN: Final = 4
"""Runs of this length and longer are counted together."""


def examined(faces: Sequence[int]) -> tuple[dict[str, float], NDArray[np.int64]]:
    """The p-values of one stream, and how often each face fell."""
    dice = np.asarray(faces, dtype=np.int64) - 1
    ones = np.bincount(dice, minlength=6)
    pairs = np.bincount(6 * dice[: len(dice) // 2 * 2 : 2] + dice[1::2], minlength=36)
    return {"faces": _even(ones), "pairs": _even(pairs), "runs": _runs(dice)}, ones


def _even(counts: NDArray[np.int64]) -> float:
    cells = len(counts)
    return p_value(chi_square(counts.tolist(), [int(counts.sum()) / cells] * cells), cells - 1)


def _runs(dice: NDArray[np.int64]) -> float:
    """The first run and the last one are left out: one has no beginning that is known, the other no end."""
    ends = np.flatnonzero(np.diff(dice))
    lengths = np.minimum(np.diff(ends), _RUN)
    counts = np.bincount(lengths, minlength=_RUN + 1)[1:]
    shares = [5 / 6**length for length in range(1, _RUN)]
    shares.append(1 - sum(shares))
    return p_value(chi_square(counts.tolist(), [len(lengths) * share for share in shares]), _RUN - 1)


@contextmanager
def planted() -> Iterator[None]:
    """The fault that is easy to make: no byte is skipped, and one to four come up more often."""

    def careless(key: bytes, mixed: bytes, limit: int) -> Iterator[int]:
        for block in count():
            for byte in keyed(key, "dice", mixed, number(block)):
                yield byte % limit

    with patch.object(throws, "_below", careless):
        yield


def seats(pair: int, length: int, seed: int, plant: bool) -> list[Stream]:
    """The streams of a person and of a bot who sit at the same tables."""
    mind = random.Random(f"randomness {seed} {pair}")
    if plant:
        with planted():
            fell = series(mind, length)
    else:
        fell = series(mind, length)
    return [(kind, *examined(faces)) for kind, faces in fell.items()]


def examine(dice: int, streams: int, seed: int, workers: int = 1, plant: bool = False) -> dict[str, float]:
    """The p-value of each question: over all streams, those of people, those of bots, and for all faces together."""
    pairs = streams // 2
    job = partial(seats, length=dice // (2 * pairs), seed=seed, plant=plant)
    found = list[Stream]()
    for done, both in enumerate(_done(job, pairs, workers), start=1):
        found += both
        if done % 10 == 0:
            print(f"{2 * done} of {2 * pairs} streams", file=sys.stderr)
    return _questions(found)


def _done(job: partial[list[Stream]], pairs: int, workers: int) -> Iterator[list[Stream]]:
    if workers == 1:
        yield from map(job, range(pairs))
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(job, range(pairs))


def _questions(found: Sequence[Stream]) -> dict[str, float]:
    answers = {"all faces together": _even(sum((ones for *_, ones in found), np.zeros(6, dtype=np.int64)))}
    of: Mapping[str, Sequence[Kind]] = {"everybody": KINDS, "people": ("person",), "bots": ("bot",)}
    for who, kinds in of.items():
        for test in ("faces", "pairs", "runs"):
            answers[f"{test}, {who}"] = even([ps[test] for kind, ps, _ in found if kind in kinds])
    return answers


def _write_raw(mind: random.Random) -> None:
    stream = blocks(mind)
    while part := b"".join(islice(stream, 4096)):
        sys.stdout.buffer.write(part)


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.trust.randomness", description=(__doc__ or "").split("\n")[0])
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
        print(f"{question:24} p = {p:.4f}")
    least = min(answers.values())
    honest = least >= LIMIT
    said = "honest" if honest else "NOT honest"
    print(f"{given.dice:,} dice in {given.streams} streams, seed {given.seed}: {said}, smallest p {least:.2g}")
    return 0 if honest is not given.plant else 1


if __name__ == "__main__":
    sys.exit(main())
