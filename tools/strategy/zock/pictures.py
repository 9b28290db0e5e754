"""Plots of the strategy page of ZOCK."""

from __future__ import annotations

from typing import Final

from matplotlib.figure import Figure

from knobel.rules.dice import multisets
from knobel.rules.zock import ALL_FIELDS, Options, covers
from knobel.solve.zock.solver import match_table, solution

from ..drawing import COLOURS, Drawing
from .games import one_or_two

_MARKERS: Final = "osD^v"
_VARIANTS: Final = (Options(), Options(variant="A"), Options(variant="B"), Options(variant="C"))


def openings(figure: Figure) -> None:
    """Value of each first throw of the basic game, with one field and with two."""
    figure.set_size_inches(7, 4)
    axes, game, throws = figure.add_subplot(), solution(Options(), "points"), list[str]()
    for place, (dice, _) in enumerate(multisets(2)):
        throws.append("-".join(map(str, dice)))
        worths = game.covers(ALL_FIELDS, ALL_FIELDS, covers("basic", "digits", dice, ALL_FIELDS))
        if len(worths) > 1:
            axes.plot([place] * 2, [worth.value for worth in worths], color="#b0b0a8", zorder=1)
        for worth in worths:
            two = len(worth.fields) == 2
            label = ("two fields" if two else "one field") if place == 1 else None
            axes.scatter([place], [worth.value], color=COLOURS[two], marker=_MARKERS[two], label=label, zorder=2)
    axes.axhline(0, color="#55554f", linewidth=0.8)
    axes.set_xticks(range(len(throws)), throws, rotation=60)
    axes.set_xlabel("first throw")
    axes.set_ylabel("expected points after the cover")
    axes.set_title("Basic game: one field or two at the first throw")
    axes.legend(loc="upper left")


def two_fields(figure: Figure) -> None:
    """How often two fields are better than one, by the number of open fields."""
    axes = figure.add_subplot()
    for options, marker in zip(_VARIANTS, _MARKERS, strict=False):
        choices = sorted(one_or_two(options).items())
        shares = [100 * choice.two / choice.offered for _, choice in choices]
        axes.plot([fields for fields, _ in choices], shares, marker=marker, label=options.variant)
    axes.set_xlabel("own open fields")
    axes.set_ylabel("two fields are better (%)")
    axes.set_title("Where a throw offers one field as well as two")
    axes.set_ylim(0, 105)
    axes.invert_xaxis()
    axes.legend(title="variant")


def leads(figure: Figure) -> None:
    """The chance to win a match by the lead, with some numbers of games left."""
    axes, chances, ahead = figure.add_subplot(), match_table(Options()), range(0, 61, 2)
    for games, marker in zip((1, 2, 3, 5, 10), _MARKERS, strict=True):
        values = [100 * chances.value(games, lead) for lead in ahead]
        axes.plot(ahead, values, marker=marker, markevery=5, label=str(games))
    axes.set_xlabel("loss points ahead")
    axes.set_ylabel("chance to win the match (%)")
    axes.set_title("Basic game: what a lead is worth")
    axes.legend(title="games left")


PICTURES: Final[dict[str, Drawing]] = {"openings": openings, "two-fields": two_fields, "leads": leads}
