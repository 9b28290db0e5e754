"""The end of the game and who has won it (N12 to N14)."""

from __future__ import annotations

import pytest

from knobel.rules.game import Chance, Over
from knobel.rules.zocknroll import GAME, Cups, Drop, Event, Mark, Result, Starter, State, Stay, White, result, scores
from tests.rules.refusals import assert_refused, play

from .tables import all_stay, crosses, started, with_crosses


def turn_of_pairs(state: State) -> State:
    """A turn in which all players drop at once and mark a pair."""
    starter, players = state.starter, state.players
    state = play(GAME, state, Cups(((1, 1),) * (4 if players == 3 else players)), White((2, 4, 6)))
    after: State = play(GAME, state, *(Drop((starter + step) % players, "pair") for step in range(players)))
    return after


@pytest.mark.rule("N12")
def test_the_sixth_mark_in_a_row_ends_the_game_and_the_fifth_does_not() -> None:
    state = started(3)
    for _ in range(5):
        state = turn_of_pairs(state)
        assert result(state) is None
        assert isinstance(GAME.pending(state), Chance)
    state = turn_of_pairs(state)
    sheet = {"pair": 6, "dropped_first": 6}
    assert result(state) == Result((18, 18, 18), (0, 1, 2), 6, (sheet, sheet, sheet))
    assert GAME.pending(state) == Over(Result((18, 18, 18), (0, 1, 2), 6, (sheet, sheet, sheet)))


@pytest.mark.rule("N12")
@pytest.mark.parametrize(
    "event", [Starter(0), Cups(((1, 1),) * 4), White((1, 2, 3)), Stay(0), Drop(0, "pair"), Mark(0, "pair")]
)
def test_nothing_happens_after_the_end(event: Event) -> None:
    state = turn_of_pairs(with_crosses(started(3), 1, {"pair": 5}))
    assert result(state) is not None
    assert_refused(GAME, state, event, "N12")


@pytest.mark.rule("N12")
@pytest.mark.parametrize("row", ["pair", "dropped_first"])
def test_any_row_of_any_player_ends_the_game(row: str) -> None:
    state = turn_of_pairs(with_crosses(started(5), 4, {row: 5}))
    assert result(state) is not None
    assert result(turn_of_pairs(with_crosses(started(5), 4, {row: 4}))) is None


def third_round(state: State) -> State:
    """All four stay to the end, and seat 0 alone holds four sixes."""
    state = play(GAME, state, Cups(((6, 6), (1, 2), (1, 3), (1, 2))), White((6, 6, 4)))
    state = all_stay(play(GAME, all_stay(state, 0, 1, 2, 3), White((5,))), 0, 1, 2, 3)
    after: State = play(GAME, state, White((5,)))
    return after


@pytest.mark.rule("N12")
@pytest.mark.parametrize("row", ["won_third", "four_of_a_kind"])
def test_a_sixth_mark_of_the_third_round_ends_the_game(row: str) -> None:
    state = third_round(with_crosses(started(4), 0, {row: 5}))
    assert result(state) is None
    state = play(GAME, state, Mark(0, "four_of_a_kind"))
    assert crosses(state, 0)[row] == 6
    assert result(state) is not None


@pytest.mark.rule("N12")
def test_the_turn_of_the_sixth_mark_is_played_to_its_end() -> None:
    state = with_crosses(started(4), 0, {"pair": 5, "dropped_first": 5})
    state = play(GAME, state, Cups(((1, 1), (1, 2), (1, 3), (1, 2))), White((2, 4, 6)), Drop(0, "pair"))
    for events in ((Stay(1), Stay(2), Stay(3)), (White((6,)), Stay(1), Stay(2), Stay(3)), (White((5,)),)):
        assert result(state) is None
        state = play(GAME, state, *events)
    assert result(state) is None
    state = play(GAME, state, Mark(2, "large_straight"))
    final = result(state)
    assert final is not None
    assert final.marks[2] == {"won_third": 1, "large_straight": 1}


@pytest.mark.rule("N13")
def test_the_score_is_marks_times_values() -> None:
    basic = dict.fromkeys(
        ("five_of_a_kind", "four_of_a_kind", "large_straight", "full_house", "three_of_a_kind", "two_pairs", "pair"), 1
    )
    state = with_crosses(started(4), 1, {**basic, "won_third": 2, "dropped_first": 3})
    assert scores(state) == (0, 12 + 9 + 6 + 5 + 4 + 3 + 2 + 2 * 4 + 3 * 1, 0, 0)
    pro = {"royal_pairs": 2, "five_of_a_kind": 1, "highway": 1, "two_triples": 1, "large_full_house": 1}
    state = with_crosses(started(4, board="pro"), 3, {**pro, "three_pairs": 1, "small_straight": 1, "two_pairs": 5})
    assert scores(state) == (0, 0, 0, 2 * 12 + 9 + 6 + 6 + 6 + 4 + 3 + 5 * 2)


@pytest.mark.rule("N13")
@pytest.mark.parametrize(
    ("players", "jorg_counts", "worth"), [(3, True, 4), (3, False, 3), (4, True, 4), (4, False, 4), (12, True, 12)]
)
def test_jorg_counts_for_the_value_of_a_third_round(players: int, jorg_counts: bool, worth: int) -> None:
    state = with_crosses(started(players, jorg_counts=jorg_counts), 0, {"won_third": 2})
    assert scores(state)[0] == 2 * worth


def final_of(*sheets: dict[str, int]) -> Result:
    """The result when all players have these marks and then drop with a pair."""
    state = started(len(sheets))
    for seat, sheet in enumerate(sheets):
        state = with_crosses(state, seat, sheet)
    final = result(turn_of_pairs(state))
    assert final is not None
    return final


@pytest.mark.rule("N14")
def test_most_points_win() -> None:
    final = final_of({"pair": 5}, {"five_of_a_kind": 1}, {"won_third": 1}, {})
    assert final.scores == (10 + 3, 12 + 3, 4 + 3, 3)
    assert final.winners == (1,)


@pytest.mark.rule("N14")
def test_equal_points_are_decided_by_won_third_rounds() -> None:
    final = final_of({"pair": 5, "two_pairs": 2}, {"won_third": 4}, {"won_third": 2, "pair": 4}, {"won_third": 3})
    assert final.scores == (16 + 3, 16 + 3, 16 + 3, 12 + 3)
    assert final.winners == (1,)


@pytest.mark.rule("N14")
def test_the_victory_is_shared_when_won_third_rounds_are_equal_too() -> None:
    final = final_of({"pair": 5}, {"won_third": 2, "pair": 1}, {"won_third": 2, "dropped_first": 2}, {})
    assert final.scores == (13, 13, 13, 3)
    assert final.winners == (1, 2)
