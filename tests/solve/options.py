"""All options of ZOCK that make a difference to the solver."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from knobel.rules.game import read_options
from knobel.rules.zock import GAME, Options

OPTIONS: Final[list[Options]] = [
    read_options(GAME, {"variant": variant, "two_digit": two_digit})
    for variant, two_digit in product(("basic", "A", "B", "C"), ("digits", "ten_only"))
]
EVERY_OPTION = pytest.mark.parametrize("options", OPTIONS, ids=lambda each: f"{each.variant}-{each.two_digit}")
EVERY_VARIANT = pytest.mark.parametrize("options", OPTIONS[::2], ids=lambda each: str(each.variant))
