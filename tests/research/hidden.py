"""Other states of the same information set: equal views of one seat, other hidden dice."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from knobel.rules import schocken, zocknroll
from knobel.rules.game import FACE_DOWN, Dice, State


def twin(state: State, seen: Any, chance: random.Random) -> State:
    """The state with all dice rethrown that the view `seen` hides."""

    def again(dice: Dice, shown: Dice) -> Dice:
        return tuple(sorted(chance.randint(1, 6) for _ in dice)) if FACE_DOWN in shown else dice

    match state:
        case zocknroll.State(cups=cups):
            return replace(state, cups=tuple(again(*pair) for pair in zip(cups, seen.cups, strict=True)))
        case schocken.State(hands=hands):
            pairs = zip(hands, seen.hands, strict=True)
            return replace(state, hands=tuple(replace(a, thrown=again(a.thrown, b.thrown)) for a, b in pairs))
        case _:
            return state  # nothing in ZOCK is hidden
