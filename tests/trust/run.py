"""Runs the trials one after the other and prints one table.

    python -m tests.trust.run ci|full [NAME ...] [--workers N]

It ends with 1 if a trial failed; the others are run all the same.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import time

from rich.console import Console
from rich.table import Table

from .registry import TRIALS, Trial


def run(command: str, workers: int) -> tuple[bool, str]:
    """Whether a command ended well, and the last line that it printed."""
    words = shlex.split(command.format(workers=workers))
    done = subprocess.run((sys.executable, "-m", *words), stdout=subprocess.PIPE, text=True)
    lines = done.stdout.strip().splitlines()
    return done.returncode == 0, lines[-1].strip() if lines else "it printed nothing"


def chosen(names: list[str]) -> list[Trial]:
    unknown = set(names) - {trial.name for trial in TRIALS}
    if unknown:
        sys.exit(f"there is no trial {', '.join(sorted(unknown))}: {', '.join(trial.name for trial in TRIALS)}")
    return [trial for trial in TRIALS if not names or trial.name in names]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", choices=("ci", "full"))
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    table = Table("trial", "shows", "", "seconds", "result", title=f"make trust SIZE={asked.size}")
    table.columns[3].justify = "right"
    failed = 0
    for trial in chosen(asked.names):
        for command in trial.commands(asked.size):
            print(f"{trial.name}: {command}", file=sys.stderr, flush=True)
            begun = time.monotonic()
            held, said = run(command, asked.workers)
            failed += not held
            verdict = "held" if held else "FAILED"
            table.add_row(trial.name, trial.shows, verdict, f"{time.monotonic() - begun:,.0f}", said)
    Console(width=160).print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
