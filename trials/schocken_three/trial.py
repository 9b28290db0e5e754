"""Rounds of three players against exact integers: `python -m trials schocken_three [PRESET…]`, minutes each.

Each with one stone, with random pays, and with pays that make many moves equal, so that the documented rule decides.
"""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, Final

import numpy as np
from tests.solve.schocken_reference_three import Pays, Trio
from tests.solve.test_schocken_exact import HOUSES

from knobel.rules.game import read_options
from knobel.rules.schocken import GAME
from knobel.solve.arrays import Floats
from knobel.solve.schocken.hands import DEALS
from knobel.solve.schocken.rounds import rounds_of

KEEPS = [keep for size in (0, 1, 2) for keep in combinations_with_replacement(range(1, 7), size)]

TOLERANCE: Final = 1e-9
"""Largest relative error of the floating-point solver."""


def trio(house: dict[str, Any]) -> Trio:
    preset = GAME.presets[house["preset"]] if "preset" in house else {}
    return Trio({**preset, **{name: value for name, value in house.items() if name != "preset"}})


def one_stone() -> Pays:
    """The lowest hand takes the only stone and loses."""
    keys = product(range(3), range(3), range(DEALS))
    return {key: tuple(int(seat == key[0]) for seat in range(3)) for key in keys}


def random_pays(random: Random, most: int = 999) -> Pays:
    return {key: tuple(random.randint(0, most) for _ in range(3)) for key in one_stone()}


def as_array(pays: Pays) -> Floats:
    array = np.empty((3, 3, DEALS, 3))
    for key, worth in pays.items():
        array[key] = worth
    return array


def main() -> None:
    parser = ArgumentParser(description="Compare the solver for three players with exact integers.")
    parser.add_argument("preset", nargs="*", default=[], help=f"of {', '.join(HOUSES)}; all by default")
    random = Random(4)
    worst = 0.0
    for name in parser.parse_args().preset or HOUSES:
        rounds = rounds_of(read_options(GAME, HOUSES[name]))
        for kind, pays in (
            ("one stone", one_stone()),
            ("random", random_pays(random)),
            ("many equal", random_pays(random, 1)),
        ):
            exact, found = trio(HOUSES[name]).whole(pays), rounds.value(as_array(pays))
            off = max(abs(float(a) / b - 1) for a, b in zip(exact, found.tolist(), strict=True))
            worst = max(worst, off)
            print(f"{name}, {kind}: off by {off:.0e} of the value", flush=True)
    if worst > TOLERANCE:
        raise SystemExit(1)
