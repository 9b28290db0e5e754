"""Bots play legally, from views alone, and better levels play better."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose

import pytest

from knobel.bots import levels, make_bot, play_out
from knobel.rules import GAMES, zock
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadOptions, IllegalEvent
from knobel.rules.game import Decision, Event, State
from knobel.rules.session import Session

TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("zocknroll", 3, {"board": "pro"}),
    ("zocknroll", 5, {"first_to_decide": "left_of_starter"}),
    ("zock", 2, {"variant": "A", "games": 2}),
    ("zock", 2, {"variant": "C", "games": 2, "referee": "players"}),
    ("schocken", 4, {"preset": "pub", "stones": 5}),
    ("schocken", 3, {"kept_dice": "stay", "covered": "none", "stones": 5}),
    ("schocken", 3, {"length": "half"}),
]

ENOUGH = 40
"""Decisions at which weights are looked at. Levels that search take a tenth of a second for each."""


@pytest.mark.parametrize(
    ("level", "game", "players", "options"),
    [(level, *table) for table in TABLES for level in levels(table[0])],
)
def test_weights_are_a_mixed_strategy_over_legal_moves(
    level: str, game: str, players: int, options: dict[str, object]
) -> None:
    session = Session(game, ["x"] * players, options)
    bot = make_bot(level, session.game, SeededDice(1, stream=1))
    seen = 0

    def choose(view: State) -> Event:
        nonlocal seen
        seen += 1
        pending = session.game.pending(view)
        assert isinstance(pending, Decision)
        weights = bot.weights(view)
        assert set(weights) <= set(pending.moves)
        assert isclose(sum(weights.values()), 1)
        chosen: Event = bot.choose(view)
        assert weights[chosen] > 0
        return chosen

    dice = SeededDice(1)
    while session.step(dice, choose) and seen < ENOUGH:
        pass
    assert seen > 5


@pytest.mark.parametrize(("game", "players", "options"), TABLES[::2])
def test_choose_follows_the_weights(game: str, players: int, options: dict[str, object]) -> None:
    """Over 4,000 draws at one decision every frequency stays within five standard errors of its weight."""
    session = Session(game, ["x"] * players, options)
    dice, bot = SeededDice(3), make_bot("casual", session.game, SeededDice(4))
    while not isinstance(session.pending, Decision) or len(bot.weights(_view(session))) < 2:
        session.step(dice, bot.choose)
    view = _view(session)
    draws = [bot.choose(view) for _ in range(4_000)]
    for move, weight in bot.weights(view).items():
        spread = 5 * (weight * (1 - weight) / len(draws)) ** 0.5
        assert abs(draws.count(move) / len(draws) - weight) <= spread


def _view(session: Session) -> State:
    pending = session.pending
    assert isinstance(pending, Decision)
    view: State = session.game.view(session.state, pending.seat)
    return view


def test_casual_objects_to_most_mistakes_and_never_without_one() -> None:
    bot = make_bot("casual", GAMES["zock"], SeededDice(1))
    state = zock.start(zock.Options(referee="players"), 2)
    for event in (zock.RollOff(((6, 6), (1, 1))), zock.Throw(0, (3, 6)), zock.Cover(0, (9,))):
        state = zock.play(state, event)
    assert bot.weights(state) == {zock.Throw(1): 1.0}
    wrong = zock.start(zock.Options(referee="players"), 2)
    for event in (zock.RollOff(((6, 6), (1, 1))), zock.Throw(0, (3, 6)), zock.Cover(0, (8, 9))):
        wrong = zock.play(wrong, event)
    assert bot.weights(wrong)[zock.Object(1)] == pytest.approx(0.9)


def losses_of(seat: int) -> Callable[[Session], float]:
    return lambda session: float(getattr(session.result, "loser", None) == seat)


def wins_of(seat: int) -> Callable[[Session], float]:
    return lambda session: (seat in (winners := getattr(session.result, "winners", ()))) / max(1, len(winners))


@pytest.mark.parametrize(
    ("game", "players", "options", "games", "fair"),
    [
        ("zocknroll", 4, {}, 120, 1 / 4),
        ("zock", 2, {"variant": "C", "games": 1}, 1500, 1 / 2),
        ("schocken", 3, {"stones": 5}, 150, 1 - 1 / 3),
    ],
)
def test_casual_beats_random(game: str, players: int, options: dict[str, object], games: int, fair: float) -> None:
    """One casual bot among random ones, seats rotated, does better than its share by three standard errors."""
    dice, rules = SeededDice(11), GAMES[game]
    casual, other = make_bot("casual", rules, SeededDice(11, 1)), make_bot("random", rules, SeededDice(11, 2))
    score = 0.0
    for number in range(games):
        seat = number % players
        session = Session(game, ["x"] * players, options)

        def choose(view: State, session: Session = session, seat: int = seat) -> Event:
            pending = session.pending
            assert isinstance(pending, Decision)
            move: Event = (casual if pending.seat == seat else other).choose(view)
            return move

        while session.step(dice, choose):
            pass
        score += 1 - losses_of(seat)(session) if game == "schocken" else wins_of(seat)(session)
    error = (fair * (1 - fair) / games) ** 0.5
    assert score / games > fair + 3 * error


def test_play_out_repeats_with_a_seed() -> None:
    once, again = (play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=5) for _ in range(2))
    assert once.events == again.events
    assert play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=6).events != once.events
    assert play_out("zock", ["Anna", "Ben"], {"games": 1}, "random").result is not None


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(BadOptions, match="a bot must be one of random, casual"):
        make_bot("grandmaster", GAMES["zock"])


@pytest.mark.rule("R5")
@pytest.mark.parametrize("level", levels("zocknroll"))
def test_a_bot_cannot_play_a_cup_that_is_face_down(level: str) -> None:
    session: Session = Session("zocknroll", ["a", "b", "c"])
    for plain in ({"e": "starter", "seat": 0}, {"e": "cups", "dice": [[0, 0]] * 4}, {"e": "white", "dice": [1, 2, 3]}):
        session.play(plain)
    bot = make_bot(level, session.game, SeededDice(1))
    with pytest.raises(IllegalEvent, match=r"a bot cannot know its dice \(R5\)"):
        bot.choose(session.view(0))
    session.play({"e": "lift", "seat": 0, "dice": [3, 3]})
    assert bot.choose(session.view(0)) == session.moves[0], "a seat that has lifted only marks a row"
