"""Runs the trials one after the other and prints one table.

    python -m trials run ci|full [NAME ...] [--workers N]

It ends with 1 if a trial failed or could not be done; the others still run. The table has wall-clock seconds and CPU
seconds of a trial and its child processes; on a busy machine only the CPU seconds are comparable.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import time
from typing import Final, Literal, TypeAlias

from rich.console import Console
from rich.table import Table

from .registry import TRIALS, Trial

Verdict: TypeAlias = Literal["held", "FAILED", "NOT DONE"]

_VERDICTS: Final[dict[int, Verdict]] = {0: "held", 3: "NOT DONE"}
"""By exit status; 3 means that a service could not be reached."""


def run(command: str, workers: int) -> tuple[Verdict, str]:
    """The verdict of a command, and the last line that it printed."""
    words = shlex.split(command.format(workers=workers))
    done = subprocess.run((sys.executable, "-m", *words), stdout=subprocess.PIPE, text=True)
    lines = done.stdout.strip().splitlines()
    return _VERDICTS.get(done.returncode, "FAILED"), lines[-1].strip() if lines else "it printed nothing"


def worked() -> float:
    """CPU seconds of all child processes so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
    table = Table("trial", "shows", "", "seconds", "of CPU", "result", title=f"make trials SIZE={asked.size}")
    table.columns[3].justify = table.columns[4].justify = "right"
    failed, start = 0, time.monotonic()
    for trial in chosen(asked.names):
        for command in trial.commands(asked.size):
            print(f"{trial.name}: {command}", file=sys.stderr, flush=True)
            begun, before = time.monotonic(), worked()
            verdict, said = run(command, asked.workers)
            failed += verdict != "held"
            took = f"{time.monotonic() - begun:,.0f}", f"{worked() - before:,.0f}"
            table.add_row(trial.name, trial.shows, verdict, *took, said)
    table.add_section()
    table.add_row("all", "", "", f"{time.monotonic() - start:,.0f}", f"{worked():,.0f}", "")
    Console(width=160).print(table)
    return 1 if failed else 0
