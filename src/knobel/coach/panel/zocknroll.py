"""Zock'n'Roll: the rows that a turn may end with, and round 3 against the cups that are still in."""

# The solver is imported where it is used: it brings numba, and who does not need it should not wait for that.

from __future__ import annotations

from collections.abc import Iterator

from ...odds.zocknroll import at_least, best_row, outlook, showdown
from ...rules.boards import INDEX
from ...rules.dice import multisets
from ...rules.zocknroll import State, hand, plays_jorg
from ...telling.phrase import phrase
from ...telling.terms import row_name
from .row import OddsRow, Panel

_LAST = 3


def panel(view: State, seat: int) -> Panel:
    """The chances of a seat that is still in this turn."""
    if view.phase not in ("white", "decide") or view.dropped[seat]:
        return Panel()
    return Panel(phrase("coach-odds-about-turn"), tuple(_rows(view, seat)))


def _rows(view: State, seat: int) -> Iterator[OddsRow]:
    own, white, options = view.cups[seat], view.white, view.options
    rows = outlook(options, own, white, _LAST)
    if can_form := hand(view, seat):
        names, reached = list(rows), at_least(rows)
        place = names.index(can_form[0])
        label = phrase("coach-odds-grows", row=row_name(can_form[0]))
        yield OddsRow("grows", label, float(reached[names[place - 1]]) if place else 0.0)
    rivals = _rivals(view, seat)
    if rivals:
        duel = showdown(options, own, white, len(rivals))
        count = len(rivals)
        yield OddsRow("wins", phrase("coach-odds-wins", count=count), float(duel.won))
        yield OddsRow("ties", phrase("coach-odds-ties", count=count), float(duel.tied))
        if white:
            won, tied = believed(view, seat, rivals)
            yield OddsRow("wins_belief", phrase("coach-odds-wins-belief", count=count), won)
            yield OddsRow("ties_belief", phrase("coach-odds-ties-belief", count=count), tied)
    for row, odds in rows.items():
        if odds.ways:
            assert row is not None  # seven dice always form something
            yield OddsRow("row", phrase("coach-odds-row", row=row_name(row)), float(odds))


def _rivals(view: State, seat: int) -> list[int]:
    """The other cups that would be lifted if all who are in stayed; Jörg's always is (N10)."""
    still_in = [other for other, dropped in enumerate(view.dropped) if other != seat and not dropped]
    return still_in + [view.players] * plays_jorg(view.players)


def believed(view: State, seat: int, rivals: list[int]) -> tuple[float, float]:
    """The chance to be alone the best in round 3, or one of several, when the rivals have played near equilibrium.

    Once the white dice lie, what a rival did depends on the own cup alone, so the cups are independent of each other.
    """
    import numpy as np

    from ...solve.zocknroll.seat import belief
    from ...solve.zocknroll.solver import turn_policy

    options, order = view.options, INDEX[view.options.board]
    policy = turn_policy(options, view.players)
    cups = policy.setting.cups
    likely = [belief(policy, view, rival) for rival in rivals]
    won = unbeaten = 0.0
    more = multisets(5 - len(view.white))
    total = sum(ways for _, ways in more)
    for dice, ways in more:
        white = view.white + dice
        own = order[_best(view, view.cups[seat], white)]
        places = np.array([order[_best(view, cup, white)] for cup in cups])
        won += ways / total * float(np.prod([chances[places > own].sum() for chances in likely]))
        unbeaten += ways / total * float(np.prod([chances[places >= own].sum() for chances in likely]))
    return won, max(0.0, unbeaten - won)


def _best(view: State, cup: tuple[int, ...], white: tuple[int, ...]) -> str:
    row = best_row(view.options, cup + white)
    assert row is not None  # seven dice always form something
    return row
