"""The examples of the German rules; where their pictures of dice are lost, dice that fit the words are filled in.

Sabrina, Nina, Leon and Lukas sit clockwise. The translation says that Sabrina's pairs are fives and threes, and that
Leon could have laid his full house as threes over fours, too.
"""

from __future__ import annotations

import pytest

from knobel.rules.game import Over
from knobel.rules.zocknroll import GAME, Cups, Drop, Mark, State, Stay, White, best_cups, hand, result, scores
from tests.rules.refusals import assert_refused, choices, play

from .tables import crosses, dealt, drops, started, with_crosses

SABRINA, NINA, LEON, LUKAS = range(4)
THEIR_CUPS = ((3, 5), (2, 6), (3, 4), (4, 5))


@pytest.fixture
def first_round() -> State:
    return dealt(THEIR_CUPS, 3, 4, 5, players=4)


@pytest.fixture
def second_round(first_round: State) -> State:
    state: State = play(GAME, first_round, Drop(SABRINA, "two_pairs"), Stay(NINA), Stay(LEON), Stay(LUKAS), White((4,)))
    return state


@pytest.mark.rule("N7")
def test_sabrina_drops_in_the_first_round_with_two_pairs(first_round: State) -> None:
    assert choices(GAME, first_round) == (SABRINA, drops(SABRINA, "two_pairs", "pair"))
    state = play(GAME, first_round, Drop(SABRINA, "two_pairs"))
    assert crosses(state, SABRINA) == {"two_pairs": 1, "dropped_first": 1}
    assert scores(state) == (3 + 1, 0, 0, 0)


@pytest.mark.rule("N7", "N9")
def test_lukas_drops_in_the_second_round_with_a_full_house(second_round: State) -> None:
    state = play(GAME, second_round, Stay(NINA), Stay(LEON))
    assert hand(state, LUKAS)[0] == "full_house"
    state = play(GAME, state, Drop(LUKAS, "full_house"))
    assert crosses(state, LUKAS) == {"full_house": 1}


@pytest.mark.rule("N10")
def test_ninas_large_straight_beats_leons_full_house(second_round: State) -> None:
    state = play(GAME, second_round, Stay(NINA), Stay(LEON), Drop(LUKAS, "full_house"), White((3,)))
    assert hand(state, NINA)[0] == "large_straight"
    assert hand(state, LEON)[0] == "full_house"
    assert best_cups(state) == (NINA,)
    state = play(GAME, state, Mark(NINA, "large_straight"))
    assert crosses(state, NINA) == {"won_third": 1, "large_straight": 1}
    assert crosses(state, LEON) == {}
    assert scores(state) == (4, 4 + 6, 0, 5)
    assert_refused(GAME, state, Mark(LEON, "full_house"), "N5")


@pytest.mark.rule("N10")
def test_two_fours_of_a_kind_tie() -> None:
    state = dealt(((1, 3), (2, 5), (6, 6), (1, 4)), 2, 2, 6, players=4)
    state = play(GAME, state, Drop(SABRINA, "pair"), Stay(NINA), Stay(LEON), Drop(LUKAS, "pair"))
    state = play(GAME, state, White((2,)), Stay(NINA), Stay(LEON), White((6,)))
    assert hand(state, NINA)[0] == hand(state, LEON)[0] == "four_of_a_kind"
    assert choices(GAME, state)[0] == NINA
    state = play(GAME, state, Mark(NINA, "four_of_a_kind"), Mark(LEON, "four_of_a_kind"))
    assert crosses(state, NINA) == crosses(state, LEON) == {"four_of_a_kind": 1}


@pytest.mark.rule("N13")
def test_two_large_straights_are_twelve_points_and_a_third_round_six_among_six() -> None:
    assert scores(with_crosses(started(6), 2, {"large_straight": 2})) == (0, 0, 12, 0, 0, 0)
    assert scores(with_crosses(started(6), 2, {"won_third": 1}))[2] == 6


@pytest.mark.rule("N12", "N13")
def test_nina_ends_the_game_with_sixty_points() -> None:
    """Her sixth drop in a first round, with two pairs; the others play the turn to its end."""
    so_far = {"won_third": 3, "large_straight": 1, "full_house": 2, "three_of_a_kind": 3, "two_pairs": 3, "pair": 1}
    state = with_crosses(started(4, starter=NINA), NINA, {**so_far, "dropped_first": 5})
    state = play(GAME, state, Cups(((1, 2), (3, 5), (2, 6), (1, 2))), White((3, 4, 5)))
    state = play(GAME, state, Drop(NINA, "two_pairs"))
    assert crosses(state, NINA)["dropped_first"] == 6
    assert result(state) is None
    state = play(GAME, state, Stay(LEON), Stay(LUKAS), Stay(SABRINA), White((1,)))
    state = play(GAME, state, Stay(LEON), Stay(LUKAS), Stay(SABRINA))
    assert result(state) is None
    state = play(GAME, state, White((6,)), *(Mark(seat, "large_straight") for seat in (LEON, LUKAS, SABRINA)))
    final = result(state)
    assert final is not None
    assert GAME.pending(state) == Over(final)
    points = 3 * 4 + 1 * 6 + 2 * 5 + 3 * 4 + 4 * 3 + 1 * 2 + 6 * 1
    assert final.scores[NINA] == points == 60
    assert final.winners == (NINA,)
