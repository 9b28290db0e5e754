"""Tables of Zock'n'Roll by row: frequencies of dropping and staying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ..writing import percent, table
from .rules import MANY
from .study import NOTHING, Round, Study, Truths

_RARE: Final = 1e-6
"""What happens less often in a turn is left out."""

_PLACES: Final = ("first", "second", "third", "fourth")


def spoken(name: str) -> str:
    return name.replace("_", " ")


def first_by_table(studies: Sequence[Study]) -> str:
    """How often one drops in round 1 as the first and as the last to decide, for several numbers of players."""
    head = ["row", "held", *(f"{one.players}: {who}" for one in studies for who in ("first", "last"))]
    lines = list[list[str]]()
    for nth, name in enumerate(studies[0].names):
        first, _ = studies[0].rounds
        cells = [_held(first, first.row == nth)]
        for one in studies:
            first, _ = one.rounds
            cells += [_drops(first, (first.row == nth) & (first.player == place)) for place in (0, one.players - 1)]
        lines.append([spoken(name), *cells])
    return table(head, lines)


def first_by_place(one: Study) -> str:
    """Frequency of dropping in round 1, by place in the order of deciding; rows of the white dice apart."""
    first, _ = one.rounds
    places = range(one.players)
    lines = [
        [name, _held(first, where), *(_drops(first, where & (first.player == place)) for place in places)]
        for name, where in _hands(one, first)
    ]
    return table(["row", "held", *_PLACES[: one.players]], lines)


def first_by_stayed(one: Study) -> str:
    """How often the last to decide drops in round 1, by how many have stayed."""
    first, _ = one.rounds
    last, stayed = first.player == one.players - 1, range(1, one.players)  # that nobody has does not happen
    lines = [
        [name, *(_drops(first, where & last & (first.before == before)) for before in stayed)]
        for name, where in _hands(one, first)
    ]
    return table(["row", *(f"{before} stayed" for before in stayed)], lines)


def second_chart(one: Study) -> str:
    """Frequency of staying in round 2, by players who stayed before and players behind.

    It is bold where staying is better on average, which is what the pocket chart says.
    """
    _, second = one.rounds
    few = range(MANY + 1)
    cases = [(before, behind) for before in few for behind in few if before + behind < one.players]
    lines = list[list[str]]()
    for name, hand in _hands(one, second):
        cells = list[str]()
        for case in cases:
            where = hand & (np.minimum(second.before, MANY) == case[0]) & (np.minimum(second.behind, MANY) == case[1])
            stays = (
                f"{abs(100 * second.staying(where)):.0f}"  # where a chance is tiny, rounding may make it less than zero
            )
            better = float(np.sum(second.gain, where=where)) > 0
            cells.append("" if _met(second, where) < _RARE else f"**{stays}**" if better else stays)
        lines.append([name, *cells])
    return table(["row", *(" / ".join(map(count, case)) for case in cases)], lines)


def count(players: int) -> str:
    """How many players, the most standing for more as well."""
    return f"{players}+" if players == MANY else str(players)


def _hands(one: Study, of: Round) -> Iterator[tuple[str, Truths]]:
    """The best rows of hands, split by whether the white dice alone form them."""
    for nth, name in enumerate(one.names):
        lies_white = of.shared & (name != NOTHING)
        for words, where in ((spoken(name), ~lies_white), (f"{spoken(name)}, all white", lies_white)):
            if _met(of, where & (of.row == nth)) > _RARE:
                yield words, where & (of.row == nth)


def _met(of: Round, where: Truths) -> float:
    """How often it comes to such a decision in a turn."""
    return float(np.sum(of.chance, where=where))


def _held(of: Round, where: Truths) -> str:
    """How often the first player to decide has such a hand."""
    return percent(_met(of, where & (of.player == 0)))


def _drops(of: Round, where: Truths) -> str:
    return "" if _met(of, where) < _RARE else f"{100 * (1 - of.staying(where)):.0f}"
