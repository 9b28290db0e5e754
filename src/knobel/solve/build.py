"""Build the tables shipped with the package: `python -m knobel.solve.build zock`, `schocken` or `zocknroll`.

None draws random numbers, so results do not depend on a seed. Solving uses all processors; a stopped build of Schocken
for three or four resumes from its last checkpoint when it is started again with the same folder. Halves of six to eight
are approximated by one processor in minutes and need the shipped tables of fewer players. The half of five needs a GPU
(`tools/schocken_five`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

import numpy as np

from ..rules.game import option_specs, read_options
from ..rules.schocken import GAME as SCHOCKEN
from ..rules.schocken import Options as SchockenOptions
from ..rules.zock import GAME as ZOCK
from ..rules.zocknroll import GAME as ZOCKNROLL
from ..rules.zocknroll import Options as ZocknrollOptions
from . import table_files
from .schocken import sources
from .schocken.sources import Stage
from .zock.box import zock_box
from .zock.match import MOST_GAMES, MatchTable, table_name
from .zocknroll.policy import ship
from .zocknroll.turn import Setting, setting


def build_zock() -> None:
    """Solve the match tables of all variants of ZOCK."""
    choices = {spec.name: spec.choices for spec in option_specs(ZOCK)}
    for variant, two_digit in product(choices["variant"], choices["two_digit"]):
        options = read_options(ZOCK, {"variant": variant, "two_digit": two_digit})
        table = MatchTable(zock_box(options), variant == "A")
        table.solve(MOST_GAMES, lambda done, total: print(f"\r{done} of {total} ", end="", file=sys.stderr))
        print(table_files.ship(*table_name(options), np.concatenate(table.rows).astype("<f8").tobytes()))


def build_schocken(options: SchockenOptions, players: int, stage: Stage, folder: Path) -> Path:
    """Solve one stage of Schocken and write its table into the folder, unless it is complete there."""
    name, version = sources.table_name(options, players, stage)
    finished, begun = folder / f"{name}{table_files.SUFFIX}", folder / f"{name}.begun"
    found = next((path.read_bytes() for path in (finished, begun) if path.exists()), b"")
    values = sources.unpacked(options, players, stage, table_files.unpack(found, name, version) or b"")
    start = time.perf_counter()

    def checkpoint(done: int, total: int) -> None:
        draft = begun.with_suffix(".draft")
        draft.write_bytes(table_files.pack(name, version, sources.packed(values)))
        draft.replace(finished if done == total else begun)
        print(f"{stage}: {done} of {total} states, {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)

    values.solve(checkpoint)
    begun.unlink(missing_ok=True)
    sources.remember(options, players, stage, values)
    return finished


def build_symmetric(options: SchockenOptions, players: int, folder: Path) -> Path:
    """Approximate the half of six to eight players, with the shipped and cached tables of fewer."""
    name, version = sources.table_name(options, players, "symmetric")
    start = time.perf_counter()

    def tell(done: int, total: int) -> None:
        if done % 50 == 0 or done == total:
            print(f"half: {done} of {total} states, {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)

    half = sources.solve_symmetric(options, players, sources.known_halves(options, players - 1), tell)
    sources.remember_symmetric(options, half)
    finished = folder / f"{name}{table_files.SUFFIX}"
    finished.write_bytes(table_files.pack(name, version, sources.packed(half)))
    return finished


def settings() -> Iterator[Setting]:
    """Every setting of a turn of Zock'n'Roll that the options and the number of players allow."""
    found = dict[Setting, None]()
    for players in ZOCKNROLL.players:
        for jorg in (True, False):
            for options in (
                ZocknrollOptions(jorg_counts=jorg),
                ZocknrollOptions(board="pro", jorg_counts=jorg),
                ZocknrollOptions(board="pro", royal_pairs="consecutive", jorg_counts=jorg),
                ZocknrollOptions(board="pro", royal_pairs="six_alike", jorg_counts=jorg),
            ):
                found[setting(options, players)] = None
    yield from found


def build_zocknroll(prefixes: tuple[str, ...]) -> None:
    """Learn the policies whose names begin with one of the prefixes."""
    for one in settings():
        if one.name.startswith(prefixes):
            begin = time.monotonic()
            size = ship(one)
            print(f"{one.name}: {size} bytes in {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = parser.add_subparsers(dest="game", required=True)
    games.add_parser("zock")
    schocken = games.add_parser("schocken")
    schocken.add_argument("--players", type=int, choices=(3, 4, 6, 7, 8), default=4, help="of a half")
    schocken.add_argument(
        "--stage", choices=get_args(Stage), action="append", help="one only; else both, of three or four"
    )
    schocken.add_argument("--preset", choices=sorted(SCHOCKEN.presets), help="house rules; else the plain rules")
    schocken.add_argument("--stones", type=int, default=SchockenOptions().stones)
    schocken.add_argument("--folder", type=Path, default=table_files.SHIPPED, help="where tables are read and written")
    zocknroll = games.add_parser("zocknroll")
    zocknroll.add_argument("names", nargs="*", help="only tables with these prefixes, such as zocknroll-basic")
    asked = parser.parse_args()
    if asked.game == "zock":
        build_zock()
    elif asked.game == "zocknroll":
        build_zocknroll(tuple(asked.names) or ("",))
    else:
        given = {"stones": asked.stones} | ({"preset": asked.preset} if asked.preset else {})
        options = read_options(SCHOCKEN, given)
        asked.folder.mkdir(parents=True, exist_ok=True)
        if asked.players > sources.MOST_PLAYERS:
            if asked.stage:
                parser.error("a half of more than five players is approximated for its own sake only")
            print(build_symmetric(options, asked.players, asked.folder))
            return
        for stage in asked.stage or get_args(Stage):
            print(build_schocken(options, asked.players, stage, asked.folder))


if __name__ == "__main__":
    main()
