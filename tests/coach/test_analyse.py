"""Analyses of games: planted mistakes are found, good play is not blamed, and hidden dice have no influence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from knobel.bots import make_bot, play_out
from knobel.coach.analyse import analyse, verdict
from knobel.coach.analysis import Analysis, Verdict
from knobel.coach.judges import judge_of
from knobel.rules import schocken, zock, zocknroll
from knobel.rules.dice import FACES, SeededDice, multisets
from knobel.rules.game import Decision, Event, Over, State
from knobel.rules.session import Session

from .judges import Guesser
from .test_identity import worst_gap

NAMES = ("Anna", "Ben", "Cleo", "Dora")


@pytest.mark.parametrize("tells_others", [False, True])
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("zock", 2, {"games": 1}),
        ("zock", 2, {"games": 1, "referee": "players"}),
        ("schocken", 2, {"stones": 3, "preset": "pub"}),
        ("schocken", 4, {"stones": 3}),
        ("zocknroll", 3, {}),
        ("zocknroll", 4, {"board": "pro"}),
    ],
)
def test_the_parts_add_up_for_any_judge(game: str, players: int, options: dict[str, Any], tells_others: bool) -> None:
    for seed in range(2):
        session = play_out(game, NAMES[:players], options, "random", seed=seed)
        analysis = analyse(session, Guesser(game, tells_others=tells_others))
        assert worst_gap(analysis) < 1e-9
        assert not analysis.exact


def test_a_decision_that_reveals_nothing_is_no_luck_to_its_player() -> None:
    """Otherwise noise of estimates would count as luck."""
    session = play_out("zocknroll", NAMES, {}, "random", seed=1)
    for moment in analyse(session, Guesser("zocknroll", error=0.01)).moments:
        after = session.game.pending(session.state_at(moment.event + 1))
        verdict = moment.verdict
        if verdict is None or verdict.kind == "forced" or isinstance(after, Over):
            continue
        if not (isinstance(after, Decision) and after.seat == verdict.seat):
            assert moment.luck[verdict.seat] == pytest.approx(0.0, abs=1e-12)


def test_an_estimated_loss_counts_only_if_it_is_more_than_two_of_its_errors() -> None:
    session = play_out("zocknroll", NAMES, {}, "random", seed=2)
    sure = analyse(session, Guesser("zocknroll", error=0.0))
    unsure = analyse(session, Guesser("zocknroll", error=0.1))
    assert any(0 < loss <= 0.2 for loss in losses(sure))
    assert losses(unsure) == [loss if loss > 0.2 else 0.0 for loss in losses(sure)]
    assert worst_gap(unsure) < 1e-9


def losses(analysis: Analysis) -> list[float]:
    return [moment.verdict.loss for moment in analysis.moments if moment.verdict]


def test_a_turning_point_says_whose_chance_changed_from_what_to_what() -> None:
    session = play_out("zock", NAMES[:2], {"games": 1}, "random", seed=4)
    analysis = analyse(session)
    assert analysis.turning
    for turning in analysis.turning:
        moment, seat = analysis.moments[turning.event], turning.seat
        assert seat is not None
        lost = moment.verdict.loss if moment.verdict and moment.verdict.seat == seat else 0.0
        change = -lost if turning.said.key == "coach-turning-decision" else moment.luck[seat]
        assert turning.after - turning.before == pytest.approx(change)


def test_an_unfinished_game_ends_with_the_current_chances() -> None:
    whole = play_out("zock", NAMES[:2], {"games": 1}, "casual", seed=3)
    judge = judge_of(whole.game, whole.options, 2)
    for count in range(0, len(whole.events), 5):
        session = Session(whole.game, whole.players, whole.options)
        for event in whole.events[:count]:
            session.play(event)
        analysis = analyse(session, judge)
        assert len(analysis.moments) == count
        assert analysis.end == pytest.approx(judge.chances(session.state), abs=1e-9)
        assert all(s.result == analysis.end[s.seat] for s in analysis.summaries)


def test_progress_is_reported_and_may_cancel() -> None:
    session = play_out("zock", NAMES[:2], {"games": 1}, "casual", seed=3)
    told = list[tuple[int, int]]()
    analyse(session, progress=lambda done, total: told.append((done, total)))
    total = len(session.events)
    assert told == [(done, total) for done in range(total + 1)]

    def enough(done: int, total: int) -> None:
        if done == 7:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        analyse(session, progress=enough)


Pick = Callable[[State, tuple[Event, ...]], Event | None]


def master_with_one_slip(game: str, options: dict[str, Any], seed: int, slip: Pick) -> tuple[Session, int]:
    """A game of `master` against itself, in which `slip` is taken once; and the event where that was."""
    session = Session(game, NAMES[:2], options)
    bot, dice, planted = make_bot("master", session.game, SeededDice(seed, stream=1)), SeededDice(seed), list[int]()

    def choose(view: State) -> Event:
        waits = session.game.pending(view)
        assert isinstance(waits, Decision)
        wrong = slip(view, waits.moves) if not planted else None
        if wrong is None:
            move: Event = bot.choose(view)
            return move
        planted.append(len(session.events))
        return wrong

    while session.step(dice, choose):
        pass
    return session, planted[0]


def mistakes(analysis: Analysis) -> dict[int, Verdict]:
    return {
        moment.event: moment.verdict
        for moment in analysis.moments
        if moment.verdict and moment.verdict.kind not in ("forced", "good")
    }


def test_a_planted_blunder_of_zock_is_found_named_and_priced() -> None:
    from knobel.solve.zock.solver import evaluate

    def slip(view: State, moves: tuple[Event, ...]) -> Event | None:
        assert isinstance(view, zock.State)
        found = evaluate(view, "win")
        if len(found.covers) < 2 or found.covers[0].value - found.covers[-1].value < 0.06:
            return None
        return zock.Cover(view.seat, found.covers[-1].fields)

    session, event = master_with_one_slip("zock", {"games": 1}, seed=0, slip=slip)
    found = mistakes(analyse(session))
    assert list(found) == [event]
    judged, state = found[event], session.state_at(event)
    assert isinstance(state, zock.State)
    worths = evaluate(state, "win").covers  # a match of one game is that game; another table of the solver knows it
    assert judged.kind == "blunder"
    assert judged.moves[judged.made].move == {"e": "cover", "seat": state.seat, "fields": worths[-1].fields}
    assert judged.loss == pytest.approx(worths[0].value - worths[-1].value, abs=1e-9)
    assert judged.reasons


def test_a_planted_blunder_of_schocken_is_found_named_and_priced() -> None:
    def slip(view: State, moves: tuple[Event, ...]) -> Event | None:
        """As the beginner, throw away a Schock of the first throw."""
        assert isinstance(view, schocken.State)
        hand = view.hands[view.seat]
        wanted = view.seat == view.beginner and hand.throws == 1 and hand.thrown in ((1, 1, 5), (1, 1, 6))
        return schocken.Throw(view.seat) if wanted else None

    session, event = master_with_one_slip("schocken", {"stones": 5}, seed=2, slip=slip)
    judge = judge_of(session.game, session.options, 2)
    found = mistakes(analyse(session, judge))
    assert list(found) == [event]
    judged, state = found[event], session.state_at(event)
    assert isinstance(state, schocken.State)
    # The loss, computed independently: the mean over all throws of three dice, against the best move.
    falls = [
        (judge.chances(schocken.play(state, schocken.Throw(judged.seat, (), dice))), weight)
        for dice, weight in multisets(3)
    ]
    thrown = sum(weight * chances[judged.seat] for chances, weight in falls) / 6**3
    assert judged.kind == "blunder"
    assert judged.moves[judged.made].label.key == "ui-throw-all"
    assert judged.loss == pytest.approx(judge.chances(state)[judged.seat] - thrown, abs=1e-9)


def test_a_planted_blunder_of_zocknroll_is_found_named_and_priced() -> None:
    """The last turn: only Jörg's cup is left, and dropping loses for certain."""
    none, pairs = (0,) * 9, (0, 0, 0, 0, 0, 0, 0, 6, 0)
    behind = (0, 0, 0, 0, 0, 0, 0, 2, 0)
    state = zocknroll.State(
        zocknroll.Options(),
        marks=(pairs, none, behind),
        phase="decide",
        starter=0,
        cups=((1, 2), (1, 2), (3, 3), (1, 1)),
        white=(1, 2, 3, 5),
        dropped=(1, 1, 0),
        queue=(2,),
    )
    wins = 0.0
    for jorg, weight in multisets(2):  # the loss by the rules alone: every cup of Jörg and every white die
        cups = (*state.cups[:3], jorg)
        for face in FACES:
            after = zocknroll.play(
                replace(zocknroll.play(state, zocknroll.Stay(2)), cups=cups), zocknroll.White((face,))
            )
            if after.phase == "mark":
                after = zocknroll.play(after, zocknroll.Mark(2, zocknroll.hand(after, 2)[0]))
            result = zocknroll.result(after)
            assert result is not None
            wins += weight / 6**3 * (2 in result.winners) / len(result.winners)
    judge = judge_of(zocknroll.GAME, state.options, 3, "quick")
    found = verdict(zocknroll.view(state, 2), zocknroll.Drop(2, "three_of_a_kind"), judge)
    assert 0.05 < wins < 1
    assert found.kind == "blunder"
    assert found.loss == pytest.approx(wins, abs=1e-9)
    assert [phrase.key for phrase in found.reasons] == ["coach-costs", "coach-zocknroll-to-end"]


@pytest.mark.parametrize(
    ("game", "options"), [("zock", {"games": 3}), ("schocken", {"stones": 7}), ("schocken", {"preset": "pub"})]
)
def test_master_makes_no_mistakes(game: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        session = play_out(game, NAMES[:2], options, "master", seed=seed)
        for summary in analyse(session).summaries:
            assert summary.loss == 0.0
            assert summary.rate == 0.0
            assert summary.kinds["good"] + summary.kinds["forced"] == sum(summary.kinds.values())


def test_master_makes_no_mistakes_in_zocknroll() -> None:
    """The first turns of a game; an unfinished record will do."""
    session = Session("zocknroll", NAMES[:3], {})
    bot, dice = make_bot("master", session.game, SeededDice(4, stream=1)), SeededDice(4)
    while len(session.events) < 20:
        session.step(dice, bot.choose)
    judge = judge_of(session.game, session.options, 3, "quick")
    analysis = analyse(session, judge)
    assert sum(summary.decisions for summary in analysis.summaries) >= 5
    for summary in analysis.summaries:
        assert summary.kinds["mistake"] == summary.kinds["blunder"] == 0
    assert worst_gap(analysis) < 1e-9


@pytest.mark.parametrize(("game", "options"), [("zock", {"games": 3}), ("schocken", {"stones": 7})])
def test_casual_errs_far_more_than_strong(game: str, options: dict[str, Any]) -> None:
    def rate(level: str) -> float:
        games = [analyse(play_out(game, NAMES[:2], options, level, seed=seed)) for seed in range(6)]
        summaries = [summary for analysis in games for summary in analysis.summaries]
        return 1000 * sum(s.loss for s in summaries) / sum(s.decisions for s in summaries)

    assert rate("casual") > 5 * rate("strong")
    assert rate("casual") > 2


def twins(game: str, names: tuple[str, ...], events: list[Event], other: list[Event]) -> tuple[Session, Session]:
    sessions = Session(game, names), Session(game, names)
    for session, some in zip(sessions, (events, other), strict=True):
        for event in some:
            session.play(event)
    return sessions


def test_covered_dice_of_schocken_change_no_verdict() -> None:
    def game(covered: tuple[int, ...]) -> list[Event]:
        return [
            schocken.Starter(0),
            schocken.Throw(0, (), (1, 4, 5)),
            schocken.Throw(0, (1,), (2, 6)),
            schocken.Throw(0, (1,), covered),
            schocken.Throw(1, (), (2, 3, 6)),
            schocken.Throw(1, (6,), (1, 5)),
            schocken.Throw(1, (1,), (4, 4)),
        ]

    high, low = twins("schocken", NAMES[:2], game((1, 1)), game((2, 3)))
    first, second = analyse(high), analyse(low)
    of_ben = [4, 5, 6]
    assert [first.moments[event].verdict for event in of_ben] == [second.moments[event].verdict for event in of_ben]
    assert any(first.moments[event].verdict for event in of_ben)
    assert first.moments[3].luck == pytest.approx((0.0, 0.0), abs=1e-12)  # these dice are still covered
    assert first.moments[6].luck != pytest.approx(second.moments[6].luck)  # now they are visible


def test_cups_of_others_change_no_verdict_in_zocknroll() -> None:
    def game(others: tuple[int, ...]) -> list[Event]:
        return [
            zocknroll.Starter(0),
            zocknroll.Cups((others, (2, 5), others, others)),
            zocknroll.White((2, 3, 5)),
            zocknroll.Stay(0),
            zocknroll.Stay(1),
        ]

    strong, weak = twins("zocknroll", NAMES, game((5, 5)), game((1, 6)))
    judge = judge_of(strong.game, strong.options, 4, "quick")
    first, second = analyse(strong, judge), analyse(weak, judge)
    assert first.moments[4].verdict == second.moments[4].verdict
    assert first.moments[4].verdict is not None
    assert first.moments[4].chances[1] == second.moments[4].chances[1]
