"""Renew the policies of Zock'n'Roll that come with the package: `make policies`.

Nothing is drawn by lot, so there is no seed: the same numbers come out every time.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator

from ...rules.zocknroll import GAME, Options
from .policy import ship
from .turn import Setting, setting


def settings() -> Iterator[Setting]:
    """Every kind of turn that the options and the number of players allow."""
    found = dict[Setting, None]()
    for players in GAME.players:
        for jorg in (True, False):
            for options in (
                Options(jorg_counts=jorg),
                Options(board="pro", jorg_counts=jorg),
                Options(board="pro", royal_pairs="consecutive", jorg_counts=jorg),
                Options(board="pro", royal_pairs="six_alike", jorg_counts=jorg),
            ):
                found[setting(options, players)] = None
    yield from found


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "names", nargs="*", help="only tables whose name begins with one of these, such as zocknroll-basic"
    )
    asked = tuple(parser.parse_args().names) or ("",)
    for one in settings():
        if one.name.startswith(asked):
            begin = time.monotonic()
            size = ship(one)
            print(f"{one.name}: {size} bytes in {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
