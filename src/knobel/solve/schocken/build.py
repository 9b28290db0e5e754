"""Build the tables of Schocken that are shipped: `python -m knobel.solve.schocken.build --players 4`.

All processors are used. What is done is kept from time to time, so a build that was stopped goes on where it was when
it is started again with the same folder.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import get_args

from ...rules.game import read_options
from ...rules.schocken import GAME, Options
from ..sealed import SUFFIX, seal, unseal
from ..shipped import FOLDER
from . import stages as stages
from .stages import Stage


def build(options: Options, players: int, stage: Stage, folder: Path) -> Path:
    """Solve one stage and write its table into the folder, unless it is there already."""
    name, version = stages.table_name(options, players, stage)
    finished, begun = folder / f"{name}{SUFFIX}", folder / f"{name}.begun"
    found = next((path.read_bytes() for path in (finished, begun) if path.exists()), b"")
    circle = stages.unpacked(options, players, stage, unseal(found, name, version) or b"")
    start = time.perf_counter()

    def keep(done: int, total: int) -> None:
        draft = begun.with_suffix(".draft")
        draft.write_bytes(seal(name, version, stages.packed(circle)))
        draft.replace(finished if done == total else begun)
        print(f"{stage}: {done} of {total} states, {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)

    circle.solve(keep)
    begun.unlink(missing_ok=True)
    stages.remember(options, players, stage, circle)
    return finished


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, choices=(3, 4), default=4)
    parser.add_argument("--stage", choices=get_args(Stage), action="append", help="one only; else all, in their order")
    parser.add_argument("--preset", choices=sorted(GAME.presets), help="house rules; else the plain rules")
    parser.add_argument("--stones", type=int, default=Options().stones)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where tables are written, and looked for first")
    asked = parser.parse_args()
    options = read_options(GAME, {"stones": asked.stones} | ({"preset": asked.preset} if asked.preset else {}))
    asked.folder.mkdir(parents=True, exist_ok=True)
    for stage in asked.stage or get_args(Stage):
        print(build(options, asked.players, stage, asked.folder))


if __name__ == "__main__":
    main()
