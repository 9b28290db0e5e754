"""Plots of the strategy page of Schocken."""

from __future__ import annotations

from typing import Final

import numpy as np
from matplotlib.figure import Figure

from knobel.rules.dice import multisets
from knobel.rules.schocken import Hand, rank
from knobel.solve.schocken.two import half_table, round_of_two

from ..drawing import COLOURS, Drawing
from .habits import PLAIN


def standing(figure: Figure) -> None:
    """The beginner's value of standing and of throwing on, for every throw."""
    figure.set_size_inches(7, 4.2)
    axes, plan = figure.add_subplot(), round_of_two(PLAIN, PLAIN.stones, 0).beginner
    throws = sorted((dice for dice, _ in multisets(3)), key=lambda dice: -rank(PLAIN, dice, True).height)[1:]
    for number, marker in ((1, "o"), (2, "s")):
        risks = [100 * plan.standing(Hand(thrown=dice, throws=number)) for dice in throws]
        label = f"stand after {('one throw', 'two throws')[number - 1]}"
        axes.plot(risks, marker=marker, markersize=3.5, linestyle="none", color=COLOURS[number - 1], label=label)
    for keep, style in (((), ":"), ((1,), "--"), ((1, 1), "-")):
        name = f"keep {'-'.join(map(str, keep))} for the second throw" if keep else "throw all again"
        axes.axhline(100 * plan.throwing(2, keep), linestyle=style, color=COLOURS[2], label=name)
    shown = range(0, len(throws), 3)
    names = ["".join(map(str, reversed(throws[place]))) for place in shown]
    axes.set_xticks(list(shown), names, rotation=60)
    axes.set_xlabel("what lies, from best to worst, after Schock out")
    axes.set_ylabel("beginner loses the half (%)")
    axes.set_title("Fresh half of two: stand, or throw on?")
    axes.legend(loc="center right", bbox_to_anchor=(1, 0.36), fontsize=9)


def stones(figure: Figure) -> None:
    """The risk of a half by stones, with an empty and a full middle."""
    axes, half = figure.add_subplot(), half_table(PLAIN)
    for middle, marker in ((0, "o"), (3, "s"), (7, "D")):
        own = np.arange(1 if middle == 0 else 0, PLAIN.stones - middle + (middle > 0))
        risks = [100 * half.risk(middle, each) for each in own.tolist()]
        label = "middle empty" if middle == 0 else f"{middle} in the middle"
        axes.plot(own, risks, marker=marker, label=label)
    axes.set_xlabel("stones of who begins the next round (of 13; the other one has the rest)")
    axes.set_ylabel("loses the half (%)")
    axes.set_title("Two players: what stones are worth")
    axes.legend()


PICTURES: Final[dict[str, Drawing]] = {"standing": standing, "stones": stones}
