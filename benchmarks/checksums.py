"""What checksums cost: CPU time per appended and per read entry, per checked table, and of the hash alone.

python -m benchmarks.checksums [ROUNDS]

Appends are groups of 64 commands, one for each table, as a busy server writes them, in a store in shared memory.
"""

from __future__ import annotations

import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from threading import Event

import msgspec
from tests.store.games import entries, finished_game

from knobel.store import CommandKey, Entry, Store, append

TABLES = 64
ANSWER = b"123"


def main(rounds: int = 300) -> None:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.exists() else None) as folder:
        runs = [_run(Path(folder) / f"{number}.db", rounds) for number in range(5)]
    for name, figures in zip(("append", "read", "check"), zip(*runs, strict=True), strict=True):
        print(
            f"{name:8} {min(figures):6.2f} µs of CPU per entry, least of {len(runs)} runs of {rounds * TABLES} entries"
        )
    row = ("kiwi-plum", 123, 1_763_424_000_000, b'{"t":"played","event":{"e":"cover"}}' * 3, "d" * 64, "c-1", ANSWER)
    encode = msgspec.msgpack.Encoder().encode
    hashes: dict[str, Callable[[], object]] = {
        "BLAKE2b": lambda: blake2b(encode((1, *row)), digest_size=8).digest(),
        "CRC32": lambda: zlib.crc32(encode((1, *row))),
    }
    for name, call in hashes.items():
        begin = time.process_time()
        for _ in range(200_000):
            call()
        print(f"{name:8} {(time.process_time() - begin) * 5:6.2f} µs per row of {len(encode((1, *row)))} bytes")


def _run(path: Path, rounds: int) -> tuple[float, float, float]:
    turns = list[Callable[[], None]]()
    room = finished_game("schocken")
    created, log = entries(room)[0], [entry.event for entry in entries(room)[1:]]
    with Store(path, gather=turns.append) as store:
        for table in range(TABLES):
            store.append(f"t{table}", [created])
        turns.pop()()
        store.load("t0")
        begin = time.process_time()
        for version in range(2, rounds + 2):
            done = Event()
            for table in range(TABLES):
                code, entry = f"t{table}", Entry(version, 1_763_424_000_000 + version, log[version % len(log)])
                new = append(code, [entry], CommandKey(code, "d" * 64, f"c-{version}"), ANSWER, seen=version - 1)
                store.submit(new, lambda _, done=done: done.set())  # type: ignore[misc]  # the default binds this one
            turns.pop()()
            done.wait()
        store.append("")
        appended = time.process_time() - begin
        begin = time.process_time()
        read = sum(len(store.load(f"t{table}", 1, None, "schocken")) for table in range(TABLES))
        loaded = time.process_time() - begin
        begin = time.process_time()
        assert store.check() == []
        checked = time.process_time() - begin
    return tuple(1e6 * seconds / read for seconds in (appended, loaded, checked))  # type: ignore[return-value]  # three


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
