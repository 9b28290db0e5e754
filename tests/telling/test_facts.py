"""Facts agree with the rules and show no more than the view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import asdict

from knobel.rules import GAMES, schocken, zock, zocknroll
from knobel.rules.dice import SeededDice, fill
from knobel.rules.game import FACE_DOWN, Decision
from knobel.telling.facts import facts
from knobel.telling.facts.schocken import schocken_facts
from knobel.telling.facts.zock import zock_facts
from knobel.telling.facts.zocknroll import zocknroll_facts
from knobel.telling.phrase import render
from knobel.words import words

from ..rules.random_games import random_game

SEEDS = range(8)


def zocknroll_states() -> Iterator[zocknroll.State]:
    for seed in SEEDS:
        print("seed", seed)
        session = random_game(zocknroll.GAME, SeededDice(seed))
        for count in range(len(session.events) + 1):
            state = session.state_at(count)
            assert isinstance(state, zocknroll.State)
            yield state


def test_the_tableau_is_that_of_the_rules() -> None:
    for state in zocknroll_states():
        known = zocknroll_facts(state)
        assert dict(zip(known.rows, known.values, strict=True)) == zocknroll.row_values(state.options, state.players)
        assert known.scores == zocknroll.scores(state)
        assert known.cups == state.players + (state.players == 3)
        assert all(len(cup) == known.cup_size for cup in state.cups)
        assert len(known.hands) == len(known.lifted) == known.cups
        assert known.hands[: len(state.cups)] == tuple(zocknroll.hand(state, cup) for cup in range(len(state.cups)))
        assert known.last_turn == any(max(sheet) >= known.circles for sheet in state.marks)
        final = zocknroll.result(state)
        assert known.winners == (final.winners if final else ())
        if final:
            assert known.last_turn
            assert known.turn == final.turns
            assert tuple(seat for seat, place in enumerate(known.places) if place == 1) == final.winners


def test_places_skip_those_that_are_shared() -> None:
    rows = zocknroll.rows(zocknroll.Options())
    sheets: tuple[dict[str, int], ...] = ({"pair": 2}, {"won_third": 1}, {"full_house": 1}, {"won_third": 1})
    marks = tuple(tuple(sheet.get(row, 0) for row in rows) for sheet in sheets)
    # 4, 4, 5 and 4 points, where marks in `won_third` come first among equal points (N14).
    assert zocknroll_facts(zocknroll.State(zocknroll.Options(), marks)).places == (4, 2, 1, 2)


def test_what_is_marked_beside_the_chosen_row_is_what_the_rules_mark() -> None:
    seen = set()
    for state in zocknroll_states():
        pending = zocknroll.pending(state)
        if not isinstance(pending, Decision):
            assert zocknroll_facts(state).bonus is None
            continue
        for move in pending.moves:
            if isinstance(move, zocknroll.Drop | zocknroll.Mark):
                after = zocknroll.play(state, move)
                sheets = zip(zocknroll.rows(state.options), state.marks[move.seat], after.marks[move.seat], strict=True)
                beside = {row for row, had, has in sheets if has > had} - {move.row}
                bonus = zocknroll_facts(state).bonus
                assert beside == ({bonus} if bonus else set())
                seen.add(bonus)
    assert seen == {None, "dropped_first", "won_third"}


def test_facts_of_a_view_tell_nothing_about_hidden_cups() -> None:
    for state in zocknroll_states():
        known = zocknroll_facts(zocknroll.view(state, None))
        for cup, dice in enumerate(zocknroll.view(state, None).cups):
            assert known.lifted[cup] == (FACE_DOWN not in dice)
            assert bool(known.hands[cup]) <= known.lifted[cup]
        own = zocknroll_facts(zocknroll.view(state, 0))
        assert not state.cups or own.hands[0] == zocknroll.hand(state, 0)


def test_the_box_is_that_of_the_rules() -> None:
    ended = 0
    for seed in SEEDS:
        print("seed", seed)
        session = random_game(zock.GAME, SeededDice(seed), long=False)
        for count in range(len(session.events) + 1):
            state = session.state_at(count)
            assert isinstance(state, zock.State)
            known = zock_facts(state)
            assert known.losses == zock.losses(state)
            assert known.sums == tuple(map(sum, state.open))
            assert known.ended == (state.phase in ("roll_off", "over") and not all(state.open))
            assert known.number == len(state.games) + (not known.ended)
            final = zock.result(state)
            assert known.winners == (final.winners if final else ())
            ended += known.ended
    assert ended


def schocken_states() -> Iterator[schocken.State]:
    for seed in SEEDS:
        print("seed", seed)
        session = random_game(schocken.GAME, SeededDice(seed), long=False)
        for count in range(len(session.events) + 1):
            state = session.state_at(count)
            assert isinstance(state, schocken.State)
            yield schocken.view(state, None)


def test_the_cups_and_stones_are_those_of_the_rules() -> None:
    for view in schocken_states():
        known = schocken_facts(view)
        for seat, hand in enumerate(view.hands):
            rank = known.ranks[seat]
            assert known.covered[seat] == (FACE_DOWN in hand.thrown)
            assert (rank is None) == (not hand.throws or known.covered[seat])
            if rank is not None:
                ruled = schocken.hand_rank(view, seat)
                dealt = -1 if ruled.name == "schock_out" else ruled.stones
                assert (rank.name, rank.height, rank.stones) == (f"rank-{ruled.name}", ruled.height, dealt)
            if view.phase != "over":
                assert known.out[seat] == (seat not in schocken.in_half(view))
        assert known.allowed == tuple(schocken.allowed(view, seat) for seat in range(view.players))
        assert known.order == schocken.in_round(view)
        assert known.standings == (schocken.standings(view) if view.cups_up and view.rounds else ())
        final = schocken.result(view)
        assert known.loser == (final.loser if final else None)


def test_that_the_next_throw_stays_under_the_cup_is_known_before() -> None:
    seen = set()
    for view in schocken_states():
        if view.phase not in ("throw", "decide"):
            continue
        lying = view.hands[view.seat]
        keep = () if view.phase == "throw" else next(keep for keep, _ in schocken.keeps(view.options, lying))
        thrown = fill(schocken.Throw(view.seat, keep, (FACE_DOWN,) * (3 - len(keep))), SeededDice(1))
        if schocken.in_round(view)[-1:] == (view.seat,):
            continue  # the last cup of a round is lifted at once, or a view cannot be played on
        after = schocken.view(schocken.play(view, thrown), None)
        assert schocken_facts(view).covers_next == (FACE_DOWN in after.hands[view.seat].thrown)
        seen.add(schocken_facts(view).covers_next)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("hand", "said", "stones"),
    [
        (schocken.Hand((), (1, 1, 1), 1), "Schock out", -1),
        (schocken.Hand((1, 1), (4,), 2), "Schock 4", 4),
        (schocken.Hand((), (4, 5, 6), 1), "Straße 6-5-4", 2),
        (schocken.Hand((), (1, 3, 5), 1), "5-3-1", 1),
    ],
)
def test_a_hand_says_what_it_is_called(hand: schocken.Hand, said: str, stones: int) -> None:
    state = schocken.State(schocken.Options(), (0, 0), 13, (hand, schocken.Hand()), cups_up=False, phase="decide")
    rank = schocken_facts(state).ranks[0]
    assert rank is not None
    assert render(words("en"), rank.said) == said
    assert rank.stones == stones


def test_every_game_has_facts_of_its_own() -> None:
    for name, game in GAMES.items():
        found = facts(game.start(game.options(), game.players[0]))
        assert type(found).__name__ == f"{name.capitalize()}Facts"
        assert asdict(found)
