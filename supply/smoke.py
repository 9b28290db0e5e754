"""Smoke test of an installation: every command once, the examples, the terminal, and a game at a server.

    python -m supply.smoke

It needs only the run-time dependencies, so that `make minimum` can run it with their lowest versions.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.request import urlopen

from websockets.sync.client import connect

ROOT: Final = Path(__file__).parent.parent

COMMANDS: Final = (
    "--version",
    "--help",
    "rules zock K4",
    "rules schocken --lang de --json",
    "odds zock",
    "odds zocknroll --own 34",
    "odds schocken",
    "prepare",
    "solve zock",
    "solve schocken --players 2",
    "solve zocknroll",
    "simulate zock --games 100 --seed 1",
    "arena zock random casual --games 4 --jobs 2 --seed 1",
    "play zock --watch --bots casual,casual --plain --seed 1 --save-record {folder}/game.json",
    "replay {folder}/game.json",
    "coach {folder}/game.json --precision quick",
    "coach {folder}/game.json --precision quick --html {folder}/coach.html",
    "completion bash",
    "move-store --help",
)
"""Commands that end by themselves; `move-store` needs a database server. The commands of a server follow."""

EXAMPLES: Final = (
    "ask_a_bot",
    "ask_the_coach",
    "list_moves",
    "load_a_record",
    "own_bot",
    "own_client",
    "play_a_game",
    "stay_or_drop",
)
"""All examples but those of the extra `research`."""

_SERVER_COMMANDS: Final = ("serve", "backup", "check", "admin", "club", "verify")


class Failed(Exception):
    """A step that did not work, with its output."""


def commands_covered() -> set[str]:
    """The first words of all commands that are run."""
    words = (each.split()[0] for each in COMMANDS)
    return {word for word in words if not word.startswith("-")} | {*_SERVER_COMMANDS}


def knobel(*arguments: str | Path) -> str:
    """The output of one call of the command line."""
    return run([sys.executable, "-m", "knobel", *map(str, arguments)])


def run(command: Sequence[str]) -> str:
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, timeout=300, check=False
    )
    if done.returncode or not (done.stdout + done.stderr).strip() or "Traceback" in done.stderr:
        raise Failed(f"exit status {done.returncode}\n{done.stdout[-1500:]}\n{done.stderr[-3000:]}")
    return done.stdout


@contextmanager
def server(data: Path) -> Iterator[str]:
    """The address of a server that runs meanwhile; it has to end without an error."""
    command = [sys.executable, "-m", "knobel", "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(r"http://\S+:\d+", line):
                try:
                    yield found[0]
                finally:
                    process.terminate()
                    said += process.stdout.read()
                break
    if process.returncode or "Traceback" in said or '"error"' in said:
        raise Failed(f"the server ended with {process.returncode}\n{said[-3000:]}")


def fetch(address: str) -> bytes:
    with urlopen(address, timeout=30) as answer:
        body: bytes = answer.read()
    return body


def admin_address(data: Path) -> str:
    """The address for the operator, from the file next to the store."""
    lines = (data / "tables.db.address").read_text().splitlines()
    return next(line.split()[1] for line in lines if line.startswith("admin "))


def visit(folder: Path) -> None:
    """A page, a whole game over a WebSocket, a backup meanwhile, and the check of the game's dice."""
    with server(folder / "data") as address:
        if b"<script" not in fetch(address):
            raise Failed("the start page has no script")
        if b'"openapi"' not in fetch(f"{address}/api/openapi.json"):
            raise Failed("there is no OpenAPI document")
        if b"knobel_" not in fetch(f"{admin_address(folder / 'data')}metrics"):
            raise Failed("there are no metrics")
        client = run_path(str(ROOT / "examples/own_client.py"))
        code, cookie = client["new_table"](address)
        with connect(
            f"ws{address.removeprefix('http')}/api/tables/{code}/ws", additional_headers={"cookie": cookie}
        ) as line:
            replay = client["play"](line)
        (folder / "served.json").write_bytes(fetch(f"{address}/api/replays/{replay}/record"))
        knobel("backup", folder / "copy.db", "--data", folder / "data")
        knobel("check", "--data", folder / "data")
        knobel("admin", "list", "--data", folder / "data")
        knobel("club", "list", "--data", folder / "data")
    knobel("verify", folder / "served.json")


async def _open_terminal() -> None:
    from knobel.terminal.app import KnobelApp

    app = KnobelApp("en")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        if len(app.screen_stack) < 2:
            raise Failed("the start screen opened no other")


def steps(folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """The names of all steps with what they do, in an order in which each finds what it needs."""
    for command in COMMANDS:
        yield f"knobel {command}".format(folder="."), partial(knobel, *command.format(folder=folder).split())
    yield f"knobel {', '.join(_SERVER_COMMANDS)}", partial(visit, folder)
    yield "knobel play (terminal)", lambda: asyncio.run(_open_terminal())
    for example in EXAMPLES:
        yield f"examples/{example}.py", partial(run, [sys.executable, f"examples/{example}.py"])


def main() -> int:
    failed = 0
    with TemporaryDirectory() as folder:
        os.environ |= {"KNOBEL_DATA": f"{folder}/home", "PYTHONUTF8": "1", "NO_COLOR": "1"}
        for name, step in steps(Path(folder)):
            start, ended = time.monotonic(), "works"
            try:
                step()
            except Exception as error:  # a smoke test reports every failure, and goes on
                failed, ended = failed + 1, f"FAILED: {type(error).__name__}: {error}"
            print(f"{name}: {ended} ({time.monotonic() - start:.1f} s)", flush=True)
    print(f"{failed} steps failed" if failed else "Every step works.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
