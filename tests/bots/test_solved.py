"""Strong and master play the solvers' moves with all options; Jörg stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from knobel.bots import BOTS, levels, make_bot, play_out, prepare
from knobel.rules import GAMES, schocken, zock, zocknroll
from knobel.rules.dice import SeededDice, multisets
from knobel.rules.errors import BadOptions
from knobel.rules.game import Decision, Event, State, read_options
from knobel.rules.session import Session
from knobel.solve.schocken import few
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.sources import known, solved
from knobel.solve.schocken.two import evaluate as evaluate_two
from knobel.solve.zock.solver import evaluate, match_solution


def decisions(
    game: str, players: int, options: dict[str, object], seed: int, level: str = "casual"
) -> Iterator[tuple[State, State]]:
    """Every decision of a game among bots of a level: the state, and the view of the seat that decides."""
    session = Session(game, ["x"] * players, options)
    dice, bot = SeededDice(seed), make_bot(level, session.game, SeededDice(seed, stream=1))
    while True:
        pending = session.pending
        if isinstance(pending, Decision):
            yield session.state, session.game.view(session.state, pending.seat)
        if not session.step(dice, bot.choose):
            return


def only_move(level: str, view: State, game: str) -> Event:
    move: Event
    [(move, weight)] = make_bot(level, GAMES[game]).weights(view).items()
    assert weight == 1
    return move


def test_strong_covers_for_points_and_in_a_match_of_one_game_to_win() -> None:
    differ = 0
    for _, view in decisions("zock", 2, {"variant": "C", "games": 6}, seed=3):
        assert isinstance(view, zock.State)
        single = replace(view, options=zock.Options("C", games=1), games=())
        points, win = (evaluate(single, "points").best, evaluate(single, "win").best)
        for state, best in ((view, points), (single, win)):
            move = only_move("strong", state, "zock")
            assert isinstance(move, zock.Cover)
            assert move.fields in [worth.fields for worth in best]
        differ += not set(points) & set(win)
    assert differ > 3, "else the two objectives could be mixed up"


def test_master_covers_for_the_match() -> None:
    differ = 0
    for _, view in decisions("zock", 2, {"variant": "C", "games": 3}, seed=5):
        assert isinstance(view, zock.State)
        move = only_move("master", view, "zock")
        assert isinstance(move, zock.Cover)
        assert move.fields in [worth.fields for worth in evaluate(view, "match").best]
        differ += move != only_move("strong", view, "zock")
    assert differ


def test_in_a_long_match_the_lead_is_scaled_down() -> None:
    """With 20 games left and 240 points ahead: as with ten left and 120 ahead, which differs from 240 ahead."""
    options, differ = zock.Options("C", games=21), 0
    for _, view in decisions("zock", 2, {"variant": "C", "games": 6}, seed=3):
        assert isinstance(view, zock.State)
        state = replace(view, options=options, games=(zock.GameScore(view.seat, 240),))
        own, rival = view.open[view.seat], view.open[1 - view.seat]
        offered = zock.covers("C", "digits", view.dice, own)
        best, most = (match_solution(options, 10, lead).covers(own, rival, offered)[0] for lead in (120, 240))
        assert only_move("master", state, "zock") == zock.Cover(view.seat, best.fields)
        differ += best.fields != most.fields
    assert differ


@pytest.mark.parametrize("level", ["strong", "master"])
@pytest.mark.rule("K9")
def test_with_players_as_referees_they_play_and_judge_by_the_rules(level: str) -> None:
    options = zock.Options(referee="players", variant="B")
    thrown = zock.State(options, phase="cover", dice=(3, 6))
    strict = replace(thrown, options=zock.Options(variant="B"))
    assert only_move(level, thrown, "zock") == only_move(level, strict, "zock")
    unusable = replace(thrown, open=((1,), zock.ALL_FIELDS))
    assert only_move(level, unusable, "zock") == zock.Pass(0)
    right, wrong = zock.play(thrown, zock.Cover(0, (1, 8))), zock.play(thrown, zock.Cover(0, (1, 9)))
    assert only_move(level, right, "zock") == zock.Throw(1)
    assert only_move(level, wrong, "zock") == zock.Object(1)
    last = replace(thrown, open=((9,), zock.ALL_FIELDS))
    assert only_move(level, zock.play(last, zock.Cover(0, (9,))), "zock") == zock.Accept(1)
    cheat = zock.play(replace(last, dice=(1, 2)), zock.Cover(0, (9,)))
    assert only_move(level, cheat, "zock") == zock.Object(1)


@pytest.mark.parametrize("level", ["strong", "master"])
def test_two_play_schocken_as_it_is_solved(level: str) -> None:
    for _, view in decisions("schocken", 2, {"preset": "pub", "stones": 4}, seed=2):
        assert isinstance(view, schocken.State)
        assert only_move(level, view, "schocken") == evaluate_two(view).moves[0].move


def test_three_play_schocken_as_it_is_solved_for_the_half_or_the_game() -> None:
    options: dict[str, object] = {"stones": 2}
    solved(read_options(schocken.GAME, options), 3, "first")
    for _, view in decisions("schocken", 3, options, seed=2):
        assert isinstance(view, schocken.State)
        assert only_move("strong", view, "schocken") == position_risks(view, "half").moves[0].move
        assert only_move("master", view, "schocken") == position_risks(view, "game").moves[0].move


def test_master_and_strong_differ_among_three_where_it_matters_who_else_loses() -> None:
    """13 stones, shipped: seat 1 holds twelve of them and has covered dice on a six; seat 2 has a Schock 3."""
    hands = (schocken.Hand(), schocken.Hand((6,), (4, 2), 3), schocken.Hand((1, 1), (3,), 2))
    state = schocken.State(schocken.Options(), (0, 12, 0), 1, hands, "decide", 2, 1, cups_up=False)
    view = schocken.view(state, 2)
    assert only_move("strong", view, "schocken") == schocken.Stand(2)
    assert only_move("master", view, "schocken") == schocken.Throw(2, (1, 1), (0,))


def test_strong_plays_exactly_once_three_of_four_are_left() -> None:
    """13 stones, shipped table: the beginner of such a round keeps the 1 of a Straße."""
    hands = (schocken.Hand(thrown=(1, 2, 3), throws=2), *[schocken.Hand()] * 3)
    view = schocken.State(schocken.Options(), (11, 1, 1, 0), 0, hands, "decide", cups_up=False)
    assert (
        only_move("strong", view, "schocken")
        == position_risks(view, "half", "known").moves[0].move
        == schocken.Throw(0, (1,), (0, 0))
    )


def test_the_beginner_of_four_plays_exactly() -> None:
    """13 stones, shipped table: by the approximation the beginner of a fresh half would play otherwise."""
    hands = (schocken.Hand(thrown=(1, 3, 6), throws=1), *[schocken.Hand()] * 3)
    view = schocken.State(schocken.Options(), (0, 0, 0, 0), 13, hands, "decide", cups_up=False)
    best = position_risks(view, "half", "known")
    assert best.exact
    assert position_risks(view, "half", "approximate").moves[0].move != best.moves[0].move
    assert only_move("strong", view, "schocken") == best.moves[0].move


@pytest.mark.parametrize(("players", "stones"), [(2, 10**9), (3, 10**9), (3, 7), (4, 13), (7, 3), (24, 1)])
def test_every_table_is_played_at_once(players: int, stones: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that takes minutes is solved at a decision, and hidden dice change no decision."""

    def never(*_: object) -> None:
        raise AssertionError("a table for three is solved")

    monkeypatch.setattr(few.HalfValues, "solve", never)
    options: dict[str, object] = {"stones": stones, "covered": "last"}
    prepare("master", schocken.GAME, read_options(schocken.GAME, options), players)
    for seen, (state, view) in enumerate(decisions("schocken", players, options, seed=4)):
        assert isinstance(state, schocken.State)
        move = only_move("strong", view, "schocken")
        pending = schocken.pending(state)
        assert isinstance(pending, Decision)
        assert move in pending.moves
        if seen == 25:
            break
        for dice, _ in multisets(3)[::15]:
            other = replace(state, hands=tuple(_with_hidden(state, seat, dice) for seat in range(players)))
            assert only_move("strong", schocken.view(other, other.seat), "schocken") == move


def _with_hidden(state: schocken.State, seat: int, dice: tuple[int, ...]) -> schocken.Hand:
    """The hand of a seat; if it is covered, with these dice under the cup."""
    hand = state.hands[seat]
    hidden = hand.throws and schocken.covered(state, seat)
    return replace(hand, thrown=dice[: len(hand.thrown)]) if hidden else hand


def test_a_patient_caller_gets_the_table_for_three() -> None:
    options = schocken.Options(stones=1, jule=True)
    prepare("strong", schocken.GAME, options, 3)
    assert known(options, 3, "half") is None
    prepare("strong", schocken.GAME, options, 3, patient=True)
    assert known(options, 3, "half") is not None
    assert known(options, 3, "first") is None


@pytest.mark.rule("N4")
def test_jorg_always_stays_and_marks_his_best_row() -> None:
    whole = play_out("zocknroll", ["Anna", "Ben", "Cleo"], level="jorg", seed=3)
    kinds = {type(event) for event in whole.events}
    assert zocknroll.Stay in kinds
    assert zocknroll.Drop not in kinds
    marks = [(view, move) for view, move in _marks("jorg") if isinstance(move, zocknroll.Mark)]
    assert marks
    assert all(move.row == zocknroll.hand(view, move.seat)[0] for view, move in marks)


def _marks(level: str) -> Iterator[tuple[zocknroll.State, Event]]:
    for _, view in decisions("zocknroll", 3, {}, seed=3, level=level):
        assert isinstance(view, zocknroll.State)
        yield view, only_move(level, view, "zocknroll")


@pytest.mark.parametrize("ask", [make_bot, lambda level, game: prepare(level, game, game.options(), 2)])
def test_there_is_no_jorg_in_other_games(ask: Callable[[str, object], object]) -> None:
    for game in ("zock", "schocken"):
        assert "jorg" not in levels(game)
        with pytest.raises(BadOptions, match=f"jorg plays only zocknroll: {game} has no such player"):
            ask("jorg", GAMES[game])


def test_levels_come_from_the_weakest_to_the_strongest() -> None:
    assert list(BOTS) == ["random", "casual", "strong", "master", "jorg"]
