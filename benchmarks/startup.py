"""CPU time of short commands, next to what Python itself takes to start: `python -m benchmarks.startup`.

Prints the least of several runs, in milliseconds of user and system time of the child process.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[1] / "src"
COMMANDS: Final = (
    "--version",
    "--help",
    "rules zock",
    "rules zock K10",
    "play --help",
    "odds zock",
    "odds schocken 116 --throws 2",
)


def cpu_ms(command: list[str], runs: int) -> float:
    """The least CPU time of several runs of a command."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    times = list[float]()
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    runs: int = parser.parse_args().runs
    rows = [("python -c pass", [sys.executable, "-c", "pass"])]
    rows.append(("python -c 'import knobel'", [sys.executable, "-c", "import knobel"]))
    rows += [(f"knobel {each}", [sys.executable, "-m", "knobel", *each.split()]) for each in COMMANDS]
    for name, command in rows:
        print(f"{name:<40}{cpu_ms(command, runs):>6.0f} ms", flush=True)


if __name__ == "__main__":
    main()
