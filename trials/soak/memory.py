"""Memory of a process over time, and how fast it grows."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import Final

from msgspec import Struct

_HOUR: Final = 3600.0
_MIB: Final = 1024.0


class Sample(Struct, frozen=True):
    """Resident memory of process number `life`, at `at` seconds of the trial and `age` seconds after its start."""

    life: int
    at: float
    age: float
    mib: float


def resident(pid: int) -> float:
    """MiB of a process that are in memory (VmRSS)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / _MIB
    raise ValueError(f"the process {pid} reports no memory")


def slope(points: list[tuple[float, float]]) -> float:
    """Slope of the least-squares line; 0 if all points have the same x.

    >>> slope([(0, 1), (1, 3), (2, 5)])
    2.0
    """
    x0, y0 = fmean(x for x, _ in points), fmean(y for _, y in points)
    spread = sum((x - x0) ** 2 for x, _ in points)
    return sum((x - x0) * (y - y0) for x, y in points) / spread if spread else 0.0


def within(samples: list[Sample], warm: float) -> float:
    """Growth of a warm process in MiB per hour: one slope for all processes, each with its own level.

    >>> lives = [Sample(life, 0, age, 80 + life + age / 3600) for life in (0, 1) for age in (10, 400, 800)]
    >>> round(within(lives, 100), 6)
    1.0
    """
    lives = defaultdict[int, list[Sample]](list)
    for sample in samples:
        if sample.age >= warm:
            lives[sample.life].append(sample)
    centred = list[tuple[float, float]]()
    for life in lives.values():
        age, mib = fmean(sample.age for sample in life), fmean(sample.mib for sample in life)
        centred += [(sample.age - age, sample.mib - mib) for sample in life]
    return slope(centred) * _HOUR if centred else 0.0


def across(samples: list[Sample], warm: float) -> float:
    """Growth from process to process in MiB per hour: the slope of the means of warm processes over time.

    >>> lives = [Sample(life, 300 * life + age, age, 80 + life) for life in range(3) for age in (10, 200, 250)]
    >>> round(across(lives, 100), 6)
    12.0
    """
    lives = defaultdict[int, list[Sample]](list)
    for sample in samples:
        if sample.age >= warm:
            lives[sample.life].append(sample)
    means = [(fmean(sample.at for sample in life), fmean(sample.mib for sample in life)) for life in lives.values()]
    return slope(means) * _HOUR if len(means) > 1 else 0.0
