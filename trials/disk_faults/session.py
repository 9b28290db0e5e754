"""A workload on a disk that fails at one system call, and the check of its outcome."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct
from tests.store.damage import KILLED
from tests.store.disk import DISKS
from tests.store.faults import FAULTS, Nth, expected
from tests.store.mini_server import MiniServer, Sent

from knobel.rules.dice import SeededDice
from knobel.store import CommandKey, Conflict, Store, StoreError

from ..common.disk_workload import Workload
from ..power.images import Broken

LASTING: Final = (1, 40)
"""Consecutive failing calls: one, or more than a retry survives."""

_CRASHES: Final = (KILLED, "dropped", "reordered")


class Case(Struct, frozen=True):
    """A fault at call number `first` of those that it can affect, for `times` calls."""

    fault: str
    first: int
    times: int
    groups: int
    seed: int


class Outcome(Struct):
    """Acknowledged and failed commands, and error sentences.

    `shut`: the store could not be opened until the disk recovered; `stuck`: it did not recover by itself.
    """

    acked: int = 0
    failed: int = 0
    shut: int = 0
    stuck: int = 0
    sentences: set[str] = set()

    def add(self, other: Outcome) -> None:
        self.acked += other.acked
        self.failed += other.failed
        self.shut += other.shut
        self.stuck += other.stuck
        self.sentences |= other.sentences


def calls(fault: str, groups: int, seed: int) -> int:
    """The number of calls of a workload that a fault can affect."""
    counter = Nth(FAULTS[fault])
    _play(Case(fault, 0, 0, groups, seed), counter)
    return counter.count


def run_case(case: Case) -> Outcome:
    """Run the workload with the fault; `Broken` if an acknowledged command is missing afterwards."""
    try:
        with expected():
            return _play(case, Nth(FAULTS[case.fault], case.first, case.times))
    except Broken as broken:
        raise Broken(f"{case}: {broken}") from None


def _play(case: Case, trouble: Nth) -> Outcome:
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        server = _open(Path(folder) / "disk", case.seed, trouble, outcome)
        server.set_pragma("wal_autocheckpoint = 15")
        workload = Workload(server, case.seed, tables=3)
        for _ in range(case.groups):
            _try(workload, outcome)
        server.disk.trouble = None
        goes_on = _try(workload, outcome) or _try(workload, outcome)
        for damage in _CRASHES:
            after = Path(folder) / damage
            after.mkdir()
            server.disk.write_image(len(server.disk.ops), after, damage, Random(case.seed))
            _compare(after, server)
        server.close()
        outcome.stuck += not goes_on
        _compare(server.disk.folder, server)
        del DISKS[str(server.disk.folder)]
        outcome.acked = len(server.sent)
        outcome.failed = len(server.failed)
        outcome.sentences |= {_sentence(error) for _, error in server.failed if not isinstance(error, Conflict)}
    return outcome


def _open(folder: Path, seed: int, trouble: Nth, outcome: Outcome) -> MiniServer:
    """A store that cannot be opened reports why, and opens once the disk has recovered."""
    folder.mkdir()
    try:
        return MiniServer(folder, SeededDice(seed), trouble=trouble)
    except StoreError as error:
        outcome.sentences.add(_sentence(error))
        outcome.shut += 1
        return MiniServer(folder, SeededDice(seed))


def _try(workload: Workload, outcome: Outcome) -> bool:
    """Send a group, and return whether all of it was committed; failures name a cause and are not retried."""
    failed = len(workload.server.failed)
    try:
        workload.group()
    except StoreError as error:
        outcome.sentences.add(_sentence(error))
        return False
    return len(workload.server.failed) == failed


def _sentence(error: StoreError) -> str:
    if not error.sentence or "\n" in error.sentence:
        raise Broken(f"that is no sentence: {error.sentence!r}")
    return error.sentence


def _compare(folder: Path, server: MiniServer) -> None:
    """Every acknowledged command is stored, every other one completely or not at all, and nothing else."""
    try:
        with Store(folder / "store.db") as store:
            if problems := store.check():
                raise Broken(f"in {folder.name}: {problems}")
            _compare_logs(store, server)
    except StoreError as error:
        raise Broken(f"in {folder.name}: {error}") from error


def _compare_logs(store: Store, server: MiniServer) -> None:
    sent: dict[CommandKey, list[Sent]] = {}
    for one in [*server.sent, *(failed for failed, _ in server.failed)]:
        sent.setdefault(one.key, []).append(one)
    logs: dict[str, list[object]] = {one.code: [] for same in sent.values() for one in same}
    kept: list[Sent] = []
    for key, same in sent.items():
        answer = store.answer(key)
        there = [one for one in same if one.answer == answer and _has(store, one)]
        if any(one.acked is not None for one in same) and not any(one.acked is not None for one in there):
            raise Broken(f"the acknowledged {key} got {answer!r}")
        if answer is not None and not there:
            raise Broken(f"{key} has the answer {answer!r} without its entries")
        kept += there[:1]
    for one in sorted(kept, key=lambda one: one.entries[0].v if one.entries else 0):
        logs[one.code] += one.entries
    for code, log in logs.items():
        if store.load(code) != log:
            raise Broken(f"the log of {code} is {store.load(code)}, and was {log}")


def _has(store: Store, sent: Sent) -> bool:
    if not sent.entries:
        return True
    return store.load(sent.code, sent.entries[0].v - 1)[: len(sent.entries)] == sent.entries
