"""A writing process is killed at random moments; everything acknowledged is in the store."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from knobel.store import CommandKey, Store

WRITE = """
import pathlib, sys
from knobel.store import Entry, CommandKey, Store
from knobel.table.events import Emoted

store = Store(pathlib.Path(sys.argv[1]))
codes = [f"table-{number}" for number in range(20)]
last = {code: store.last_version(code) for code in codes}
while True:
    waiting = []
    for code in codes:
        last[code] += 1
        entry, key = Entry(last[code], 0, Emoted(0, "luck")), CommandKey(code, "d", str(last[code]))
        waiting.append((code, last[code], store.append(code, [entry], key, b"%d" % last[code])))
    for code, version, done in waiting:
        done.result()
        print(code, version, flush=True)
"""


@pytest.mark.parametrize("rounds", [3])
def test_kill_the_writer(tmp_path: Path, rounds: int) -> None:
    path = tmp_path / "store.db"
    for turn in range(rounds):
        acknowledged = _write_and_kill(path, lines=150 + 37 * turn)
        with Store(path) as store:
            assert store.check() == []
            for code, version in acknowledged.items():
                log = store.load(code)
                assert [entry.v for entry in log] == list(range(1, len(log) + 1))
                assert len(log) >= version
                assert store.answer(CommandKey(code, "d", str(version))) == b"%d" % version


def _write_and_kill(path: Path, lines: int) -> dict[str, int]:
    """The last acknowledged version of every table of a process that was killed after so many acknowledgements."""
    found: dict[str, int] = {}
    with subprocess.Popen([sys.executable, "-c", WRITE, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for number, line in enumerate(writer.stdout):
            if number == lines:
                writer.kill()
            code, _, version = line.partition(" ")
            if version.endswith("\n"):  # a cut-off line does not count as read
                found[code] = int(version)
    return found
