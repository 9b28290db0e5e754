"""Plots of the strategy page of Zock'n'Roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from knobel.solve.zocknroll.turn import TRIPLES

from ..drawing import COLOURS
from .game import HANDS, ask_with_lead
from .rows import count, spoken
from .rules import BOLDNESS, MANY, bold_wins
from .study import Board, Study, study

_STAY, _DROP = COLOURS[0], COLOURS[1]
_SHADES: Final = LinearSegmentedColormap.from_list("drop to stay", [_DROP, "#f2ead8", _STAY])
_GAP: Final = "#fbfbf8"
_MARKERS: Final = "osD^vPX"
_BOARDS: Final[tuple[Board, ...]] = ("basic", "pro")
_TABLES: Final[tuple[tuple[Board, int], ...]] = (("basic", 3), ("basic", 4), ("basic", 6), ("pro", 4))


def draw_first_basic(figure: Figure) -> None:
    figure.set_size_inches(10, 12.6)
    _range_charts(
        figure,
        study("basic", 4),
        {
            "First of four to decide": 1,
            "Last of four, only the third has stayed": 0b1001,
            "Last of four, all have stayed": 0b1111,
        },
        size=7,
    )


def draw_first_pro(figure: Figure) -> None:
    figure.set_size_inches(10, 19)
    _range_charts(
        figure, study("pro", 4), {"First of four to decide": 1, "Last of four, all have stayed": 0b1111}, size=6
    )


def _range_charts(figure: Figure, one: Study, nodes: dict[str, int], size: int) -> None:
    """For some nodes of round 1 how often each cup stays after each three white dice."""
    first, _ = one.rounds
    axes = figure.subplots(len(nodes), 1)
    for place, (title, node) in zip(axes, nodes.items(), strict=True):
        place.imshow(first.stays[:, node - 1].T, cmap=_SHADES, vmin=0, vmax=1, aspect="auto", interpolation="none")
        place.set_title(title)
        place.set_ylabel("cup")
        place.set_xticks(
            range(len(TRIPLES)), [" ".join(map(str, dice)) for dice in TRIPLES], rotation=90, fontsize=size
        )
        cups = one.setting.cups
        place.set_yticks(range(len(cups)), [" ".join(map(str, dice)) for dice in cups], fontsize=size)
        _lines_between_cells(place, len(TRIPLES), len(cups))
    axes[-1].set_xlabel("first three white dice")
    bar = figure.colorbar(
        axes[-1].images[0],
        ax=axes,
        location="top",
        aspect=60,
        fraction=0.012,
        pad=0.01,
        shrink=0.4,
        format=PercentFormatter(1),
    )
    bar.set_label("stay")


def _lines_between_cells(place: Axes, columns: int, rows: int) -> None:
    place.grid(False)
    place.vlines(np.arange(columns - 1) + 0.5, -0.5, rows - 0.5, colors=_GAP, linewidth=0.6)
    place.hlines(np.arange(rows - 1) + 0.5, -0.5, columns - 0.5, colors=_GAP, linewidth=0.6)
    place.tick_params(length=0)


def draw_second(figure: Figure) -> None:
    """Frequency of staying again in round 2, by the number of players who stayed before."""
    figure.set_size_inches(9, 4.6)
    few = range(MANY + 1)
    for place, board in zip(figure.subplots(1, 2, sharey=True), _BOARDS, strict=True):
        one = study(board, 4)
        _, second = one.rounds
        for nth, row in enumerate(_DRAWN[board]):
            where = second.row == one.names.index(row)
            shares = [second.staying(where & (np.minimum(second.before, MANY) == before)) for before in few]
            place.plot(few, shares, marker=_MARKERS[nth], label=spoken(row))
        place.set_title(f"{board} board, four players")
        place.set_xlabel("stayed again before you")
        place.set_xticks(few, [count(before) for before in few])
        place.yaxis.set_major_formatter(PercentFormatter(1))
        place.legend(fontsize=8, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.18))
    figure.axes[0].set_ylabel("stay in round 2")


_DRAWN: Final[dict[str, Sequence[str]]] = {
    "basic": ("four_of_a_kind", "large_straight", "full_house", "three_of_a_kind", "two_pairs", "pair"),
    "pro": ("five_of_a_kind", "large_full_house", "four_of_a_kind", "large_straight", "full_house", "two_pairs"),
}


def draw_seats(figure: Figure) -> None:
    """Points of a turn by place in the order of deciding."""
    figure.set_size_inches(9, 3.8)
    for place, board in zip(figure.subplots(1, 2), _BOARDS, strict=True):
        for nth, players in enumerate((3, 4, 5, 6)):
            values = study(board, players).values
            place.plot(range(1, players + 1), values, marker=_MARKERS[nth], label=f"{players} players")
        place.set_title(f"{board} board")
        place.set_xlabel("place in the order of deciding")
        place.set_xticks(range(1, 7))
        place.legend(fontsize=8)
    figure.axes[0].set_ylabel("expected points of a turn")


def draw_boldness(figure: Figure) -> None:
    """Games won by boldness in round 2, against a fair share."""
    place = figure.subplots()
    for nth, (board, players) in enumerate(_TABLES):
        won = [players * bold_wins(board, players, points) for points in BOLDNESS]
        place.plot(BOLDNESS, won, marker=_MARKERS[nth], label=f"{board}, {players} players")
    place.axhline(1, color="#555555", linewidth=1)
    place.axvline(0, color="#555555", linewidth=1)
    place.set_xlabel("points that dropping must be better by, before you drop in round 2")
    place.set_ylabel("games won / fair share")
    place.legend(fontsize=8)


def draw_leads(figure: Figure) -> None:
    """Value of dropping against staying by lead, when it is the sixth cross."""
    leads, place = range(-20, 26, 5), figure.subplots()
    for nth, hand in enumerate(HANDS):
        gains = list[float]()
        for lead in leads:
            stay, drop, *_ = ask_with_lead(lead, hand)
            gains.append(drop.wins - stay.wins)
        place.plot(leads, gains, marker=_MARKERS[nth], label=hand)
    place.axhline(0, color="#555555", linewidth=1)
    place.set_xlabel("points ahead of each of three rivals")
    place.set_ylabel("chance to win the game,\ndropping minus staying")
    place.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    place.legend(fontsize=8)
