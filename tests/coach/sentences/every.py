"""A small size of the checker, for the tests."""

from __future__ import annotations

from collections.abc import Iterator

from .check import faults_of
from .faults import Fault
from .games import TABLES, play


def check_few(game: str, tables: tuple[int, ...], seed: int) -> None:
    """Check all sentences of one game at each of some tables."""
    print(f"seed {seed}")
    found = list(_faults(game, tables, seed))
    assert not found, "\n".join(f"{fault.key} {fault.kind}: {fault.what}\n  {fault.text}" for fault in found)


def _faults(game: str, tables: tuple[int, ...], seed: int) -> Iterator[Fault]:
    told = 0
    for place in tables:
        for _, faults in faults_of(play(game, TABLES[game][place], "random", seed, "quick")):
            told += 1
            yield from faults
    assert told > len(tables), "random players make mistakes"
