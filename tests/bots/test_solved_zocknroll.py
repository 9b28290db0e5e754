"""Zock'n'Roll: strong plays the stored policy, master the game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from knobel.bots import make_bot, play_out, prepare
from knobel.bots.solved.zocknroll import learned_turn, sheets_before
from knobel.forms import parse
from knobel.rules.game import Decision
from knobel.rules.zocknroll import GAME, Cups, Drop, Mark, Options, Starter, State, Stay, White, play, start, view
from knobel.simulate.zocknroll.stakes import stakes_of, worths
from knobel.solve.zocknroll.learner import exploitability
from knobel.solve.zocknroll.policy import decision_of, stays
from knobel.solve.zocknroll.solver import turn_policy
from knobel.solve.zocknroll.turn import TRIPLES, setting

from .test_solved import decisions


@pytest.mark.parametrize("options", [{}, {"board": "pro"}, {"first_to_decide": "left_of_starter"}])
@pytest.mark.parametrize("players", [3, 5, 7])
def test_strong_stays_as_often_as_the_policy_says(players: int, options: dict[str, object]) -> None:
    bot, mixed = make_bot("strong", GAME), 0
    for state, seen in decisions("zocknroll", players, options, seed=players):
        assert isinstance(state, State)
        assert isinstance(seen, State)
        weights = bot.weights(seen)
        assert sum(weights.values()) == pytest.approx(1)
        if state.phase == "decide":
            seat = state.queue[0]
            chance = stays(turn_policy(state.options, players), state, seat)
            assert weights.get(Stay(seat), 0) == chance
            mixed += 0 < chance < 1
        else:
            assert list(weights) == [GAME.pending(state).moves[0]]  # type: ignore[union-attr] # a decision is pending
    assert mixed, "else always and never would do"


def test_hidden_dice_change_no_decision() -> None:
    """States with equal views get equal answers."""
    for state, _ in list(decisions("zocknroll", 3, {}, seed=2))[:6]:
        assert isinstance(state, State)
        seat = state.queue[0]
        other = tuple(
            dice if cup == seat or (cup < 3 and state.dropped[cup]) else (6, 6) for cup, dice in enumerate(state.cups)
        )
        if state.phase != "decide":
            continue
        twin = replace(state, cups=other)
        for level in ("strong", "master"):
            bot = make_bot(level, GAME)
            assert bot.weights(view(state, seat)) == bot.weights(view(twin, seat))


def last_turn(marks: tuple[tuple[int, ...], ...], seat: int = 0) -> State:
    """Round 3 of three players is decided: the seat has won with a full house and may mark a worse row."""
    state = replace(start(Options(), 3), marks=marks)
    cups = [(1, 2)] * 4
    cups[seat] = (5, 5)
    state = play(play(play(state, Starter(seat)), Cups(tuple(cups))), White((1, 3, 3)))
    while state.phase != "mark":
        pending = GAME.pending(state)
        if isinstance(pending, Decision):
            state = play(state, Stay(pending.seat))
        else:
            state = play(state, White((5,) if len(state.white) == 3 else (6,)))
    return state


def test_master_ends_the_game_with_a_worse_row_when_leading() -> None:
    """Five pairs are marked: a sixth ends the game at once with a lead; a full house would let the others go on."""
    leads = (0, 0, 0, 0, 0, 0, 0, 5, 0)  # won_third, seven rows, dropped_first
    marks = (leads, (0, 0, 0, 1, 0, 0, 0, 0, 0), (0,) * 9)
    state = last_turn(marks)
    assert list(make_bot("strong", GAME).weights(view(state, 0))) == [Mark(0, "full_house")]
    assert list(make_bot("master", GAME).weights(view(state, 0))) == [Mark(0, "pair")]


def test_master_does_not_end_the_game_when_behind() -> None:
    """The best row would be its sixth mark, and lose the game; any other row keeps hope."""
    behind = (0, 0, 0, 0, 5, 0, 0, 0, 0)
    ahead = (0, 5, 0, 0, 0, 0, 0, 0, 0)
    state = last_turn((behind, ahead, (0,) * 9))
    assert list(make_bot("strong", GAME).weights(view(state, 0))) == [Mark(0, "full_house")]
    [(mark, _)] = make_bot("master", GAME).weights(view(state, 0)).items()
    assert isinstance(mark, Mark)
    assert mark.row != "full_house"


def test_the_same_view_gets_the_same_answer() -> None:
    state = parse("zocknroll - decide 1 0 0 136 ??/26/??/?? ........./........./.........")
    assert isinstance(state, State)
    answers = [make_bot("master", GAME).weights(state) for _ in range(2)]
    assert answers[0] == answers[1]
    assert all(isinstance(move, Stay | Drop) for move in answers[0])


@pytest.mark.parametrize("players", [3, 4])
def test_the_sheets_before_a_turn_are_found_again(players: int) -> None:
    before = None
    for state, seen in decisions("zocknroll", players, {}, seed=players):
        assert isinstance(state, State)
        assert isinstance(seen, State)
        if state.phase != "decide":
            continue
        if len(state.white) == 3 and len(state.queue) == players:
            before = state.marks
        assert sheets_before(seen) == before


def test_master_stays_as_often_as_it_has_learned() -> None:
    """One strategy for all seats and decisions of a turn."""
    bot, mixed, options = make_bot("master", GAME), 0, Options()
    for state, seen in list(decisions("zocknroll", 3, {}, seed=5))[:12]:
        assert isinstance(state, State)
        assert isinstance(seen, State)
        if state.phase != "decide":
            continue
        seat, white = state.queue[0], tuple(sorted(state.white[:3]))
        learned = learned_turn(options, sheets_before(seen), state.starter, white).strategy
        playing_round = len(state.white) - 2
        decision = decision_of(setting(options, 3), state, seat, playing_round)
        part = learned.first if playing_round == 1 else learned.second[state.white[3] - 1]
        chance = part[decision, setting(options, 3).cups.index(state.cups[seat])]
        weights = bot.weights(seen)
        assert weights.get(Stay(seat), 0) == chance
        assert sum(weights.values()) == pytest.approx(1)
        mixed += 0 < chance < 1
    assert mixed < 12


def test_no_best_response_gains_much_in_a_learned_turn() -> None:
    """In shares of the victory, by the changes of winning chances that master sees; strong loses much more."""
    options, marks = Options(), ((0,) * 9,) * 4
    triple = TRIPLES.index((1, 2, 4))
    learned, one = learned_turn(options, marks, 0, TRIPLES[triple]), setting(options, 4)
    stakes = stakes_of(options, learned.worths, 0, triple)
    assert exploitability(one, stakes, learned.strategy) < 0.0001
    assert exploitability(one, stakes, turn_policy(options, 4).strategy(triple)) > 0.001


def test_chances_of_all_seats_change_by_nothing_in_all() -> None:
    marks = ((0, 0, 0, 0, 0, 0, 5, 0, 2), (2, 0, 1, 0, 0, 0, 0, 1, 0), (0,) * 9)
    found = worths(Options(), marks, 1, 17, blocks=16).change
    assert found.sum(axis=2) == pytest.approx(0, abs=1e-12)
    assert not found[:, 0].any()
    assert all(found[seat, 2, seat] > 0 for seat in range(3)), "five of a kind and the drop, 13 points"


def test_masters_play_whole_games() -> None:
    prepare("master", GAME, Options(), 3)
    assert play_out("zocknroll", ["Anna", "Ben", "Cleo"], level="master", seed=1).result is not None
