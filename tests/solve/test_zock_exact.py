"""ZOCK's solver against exact fractions on small sub-boards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from knobel.rules.zock import ALL_FIELDS, Fields, Options
from knobel.solve.zock.box import Box, zock_box
from knobel.solve.zock.match import MatchTable
from knobel.solve.zock.solver import Solution, solution

from .options import EVERY_OPTION
from .zock_reference import Game, Side, always, match_chances, shut_the_box_side, zock_game, zock_side

EXACT = 1e-12


def subsets(fields: Fields) -> list[Fields]:
    return [some for size in range(1, len(fields) + 1) for some in combinations(fields, size)]


@EVERY_OPTION
@pytest.mark.parametrize("objective", ["points", "win"])
@pytest.mark.parametrize("board", [(1, 2, 3, 4, 5), (1, 6, 8, 9)], ids=str)
def test_every_position_on_a_few_fields(options: Options, objective: str, board: Fields) -> None:
    """Positions with few open fields are positions of the whole game."""
    solved = solution(options, "points" if objective == "points" else "win")
    plain = zock_game(options.variant, options.two_digit, objective)
    for own in subsets(board):
        for rival in subsets(board):
            exact = plain.value(frozenset(own), frozenset(rival))
            assert solved.value(own, rival) == pytest.approx(float(exact.throwing), rel=EXACT, abs=EXACT)
            assert solved.value(own, rival, throws=False) == pytest.approx(float(exact.waiting), rel=EXACT, abs=EXACT)


@EVERY_OPTION
@pytest.mark.parametrize(("fields", "games"), [((1, 2, 3), 2), ((1, 3), 3)], ids=str)
def test_a_match_on_a_few_fields(options: Options, fields: Fields, games: int) -> None:
    table = MatchTable(zock_box(options, fields), options.variant == "A")
    table.solve(games)
    side = zock_side(options.variant, options.two_digit)
    exact = match_chances(side, options.variant == "A", frozenset(fields))
    beyond = games * sum(fields) + 2
    for left in range(games + 1):
        for lead in range(-beyond, beyond + 1):
            expected = float(exact(left, lead))
            assert table.value(left, lead) == pytest.approx(expected, rel=EXACT, abs=EXACT), (left, lead)


def shut_the_box(one_die_up_to: int) -> tuple[Game, Solution]:
    """Shut the box alone, as a covering game for two.

    A player who throws until a throw is unusable plays alone if the rival then ends the game with any throw.
    """
    alone = shut_the_box_side(one_die_up_to)

    def at_once(fields: frozenset[int]) -> list[tuple[Fraction, list[frozenset[int]]]]:
        return [(Fraction(1), [fields])]

    plain = Game(alone, at_once, True, always(1), always(0))
    win = np.ones(sum(ALL_FIELDS) + 1)
    return plain, Solution(box_of(alone, ALL_FIELDS), box_of(at_once, (1,)), True, win, 0 * win)


def box_of(side: Side, fields: Fields) -> Box:
    def offers(some: Fields) -> list[tuple[tuple[Fields, ...], int]]:
        falls = side(frozenset(some))
        return [(tuple(tuple(sorted(cover)) for cover in covers), int(36 * chance)) for chance, covers in falls]

    return Box(fields, offers)


@pytest.mark.parametrize(
    ("one_die_up_to", "published"),
    [(0, Fraction(466473281, 6530347008)), (6, Fraction(956177159, 9795520512))],
    ids=["always two dice", "one die up to 6"],
)
def test_shut_the_box_alone(one_die_up_to: int, published: Fraction) -> None:
    """The chance to shut the box 1 to 9, as published for two dice and for one die when the rest is at most 6."""
    plain, solved = shut_the_box(one_die_up_to)
    assert plain.value(frozenset(ALL_FIELDS), frozenset({1})).throwing == published
    assert solved.value(ALL_FIELDS, (1,)) == pytest.approx(float(published), rel=EXACT)
