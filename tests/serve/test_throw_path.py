"""The trace of a throw goes through the server as it is in production."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def traced() -> str:
    run = subprocess.run(
        [sys.executable, _ROOT / "tools" / "throw_path.py"], capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize(
    "function",
    [
        "WebSocketProtocol.data_received",
        "WebSocketSession.on_text",
        "FastConnection.push",
        "FlushQueue.run_and_flush",
        "WebSocketProtocol.write",
        "Writer._commit",
        "Dealing.answer",
    ],
)
def test_the_throw_takes_the_production_path(traced: str, function: str) -> None:
    assert re.search(rf"\b{re.escape(function)} \d", traced)


def test_the_devices_and_the_fallback_without_our_protocol_are_not_traced(traced: str) -> None:
    assert not re.search(r"\b(Participant|HashChain|Connection\._write_now)\b", traced)


def test_it_reports_files_calls_and_conversions(traced: str) -> None:
    first, *lines = traced.splitlines()
    found = re.fullmatch(r"(\d+) files in \d+ packages, (\d+) calls", first)
    assert found is not None
    at = next(number for number, line in enumerate(lines) if line.endswith(" conversions"))
    files = [line for line in lines[:at] if re.match(r" *\d+ \S+\.py: ", line)]
    assert (len(files), sum(int(line.split()[0]) for line in files)) == (int(found[1]), int(found[2]))
    conversions = sum(int(line.split()[0]) for line in lines[at + 1 :])
    assert lines[at] == f"{conversions} conversions"
    assert any("serve/api/websocket.py: decode" in line for line in lines[at + 1 :])


def test_the_files_that_the_code_tour_names_are_traced(traced: str) -> None:
    table = (_ROOT / "docs" / "contribute" / "tour.md").read_text("utf-8").split("| hop |")[1].split("\n\n")[0]
    files = [name for row in table.splitlines()[2:] for name in re.findall(r"`([\w/]+\.py)`", row.split("|")[2])]
    assert len(files) > 10
    assert [name for name in files if not re.search(rf"^ *\d+ {re.escape(name)}: ", traced, re.MULTILINE)] == []
