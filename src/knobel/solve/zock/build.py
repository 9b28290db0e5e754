"""Solve anew the match tables of ZOCK that are shipped, for all variants: `python -m knobel.solve.zock.build`."""

from __future__ import annotations

import sys
from itertools import product

import numpy as np

from ...rules.game import option_specs, read_options
from ...rules.zock import GAME
from .. import shipped
from .box import zock_box
from .match import MOST_GAMES, MatchTable, table_name


def main() -> None:
    choices = {spec.name: spec.choices for spec in option_specs(GAME)}
    for variant, two_digit in product(choices["variant"], choices["two_digit"]):
        options = read_options(GAME, {"variant": variant, "two_digit": two_digit})
        table = MatchTable(zock_box(options), variant == "A")
        table.solve(MOST_GAMES, lambda done, total: print(f"\r{done} of {total} ", end="", file=sys.stderr))
        print(shipped.ship(*table_name(options), np.concatenate(table.rows).astype("<f8").tobytes()))


if __name__ == "__main__":
    main()
