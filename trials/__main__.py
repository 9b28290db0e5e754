"""Runs one trial, or a table of them.

python -m trials NAME [options]                        one trial; NAME --help lists its options
python -m trials run ci|full [NAME ...] [--workers N]  all trials, or those named, with one row each
python -m trials                                       the names
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path


def names() -> list[str]:
    return sorted(each.parent.name for each in Path(__file__).parent.glob("*/trial.py"))


def entry(name: str) -> Callable[[], int | None]:
    """`main` of a trial; its functions keep their real module name, so that worker processes can import them."""
    module = import_module("trials.run" if name == "run" else f"trials.{name}.trial")
    main: Callable[[], int | None] = module.main
    return main


def main() -> int | None:
    if len(sys.argv) < 2 or sys.argv[1] not in (*names(), "run"):
        print(f"{__doc__}\nTrials: {', '.join(names())}")
        return 0 if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help") else 2
    name, *rest = sys.argv[1:]
    sys.argv = [f"python -m trials {name}", *rest]
    return entry(name)()


if __name__ == "__main__":
    sys.exit(main())
