"""Contests: equal bots play equal games, outcomes are right, and the number of processes changes nothing."""

from __future__ import annotations

import pytest

from knobel.arena.contest import Contest, Outcome, make_ready, outcome, play_deals
from knobel.arena.luck import check_luck
from knobel.arena.verdict import judge
from knobel.rules import schocken, zock, zocknroll
from knobel.rules.errors import BadOptions
from knobel.solve.progress import silent


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("zock", 2, {"games": 2}), ("schocken", 3, {"stones": 3}), ("zocknroll", 4, {"board": "pro"})],
)
def test_equals_play_equal_games_wherever_they_sit(game: str, players: int, options: dict[str, object]) -> None:
    contest = Contest(game, ("casual", "random"), players, 4, options)
    once, again = (contest._play(2, ("casual",) * players) for _ in range(2))
    assert once == again
    assert contest._play(3, ("casual",) * players) != once


@pytest.mark.parametrize(("game", "options"), [("zock", {"games": 1, "variant": "C"}), ("schocken", {"stones": 5})])
def test_strong_and_master_are_the_same_where_the_optimum_is(game: str, options: dict[str, object]) -> None:
    """A match of one game, and Schocken for two."""
    contest = Contest(game, ("strong", "master"), 2, 1, options).checked()
    verdict = judge(contest, {deal: contest.play(deal) for deal in range(20)})
    (duel,) = verdict.duels
    assert duel.won.value == duel.won.error == duel.points.value == 0


def test_processes_change_nothing() -> None:
    contest = Contest("zock", ("casual", "random"), 2, 7, {"games": 1})
    alone, together = (dict(play_deals(contest, range(6), jobs)) for jobs in (1, 2))
    assert alone == together
    assert alone[5] == contest.play(5)


def test_results_as_shares_and_points() -> None:
    drawn = zock.Result((12, 12), (0, 1), ())
    assert outcome(drawn, 2) == Outcome((0.5, 0.5), (0, 0))
    assert outcome(zock.Result((3, 12), (0,), ()), 2) == Outcome((1.0, 0.0), (9, -9))
    shared = zocknroll.Result((30, 41, 41), (1, 2), 9, ())
    assert outcome(shared, 3) == Outcome((0.0, 0.5, 0.5), (30, 41, 41))
    with_final = schocken.Result((0, 2), True, 2, 30)
    assert outcome(with_final, 3) == Outcome((1.0, 1.0, 0.0), (-1, 0, -2))
    both_halves = schocken.Result((1, 1), False, 1, 20)
    assert outcome(both_halves, 3) == Outcome((1.0, 0.0, 1.0), (0, -2, 0))
    one_half = schocken.Result((1,), False, 1, 8)
    assert outcome(one_half, 3) == Outcome((1.0, 0.0, 1.0), (0, -1, 0))


@pytest.mark.parametrize(
    ("game", "bots", "players", "sentence"),
    [
        ("zock", ("strong", "strong"), 2, "two different bots"),
        ("zock", ("strong", "genius"), 2, "a bot must be one of"),
        ("zock", ("strong", "casual"), 3, "exactly 2"),
        ("schocken", ("jorg", "casual"), 2, "jorg plays only zocknroll"),
    ],
)
def test_what_cannot_be_played_is_refused(game: str, bots: tuple[str, ...], players: int, sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        Contest(game, bots, players).checked()


LUCK = [
    ("zock", ("casual", "random"), 2, {"games": 1, "variant": "C"}, 500),
    ("schocken", ("casual", "random"), 2, {"stones": 2, "preset": "pub"}, 500),
    ("schocken", ("casual", "random", "strong"), 3, {"stones": 1}, 200),
    ("schocken", ("casual", "random"), 2, {"stones": 2, "length": "half"}, 500),
]


@pytest.mark.parametrize(("game", "bots", "players", "options", "deals"), LUCK)
def test_without_luck_the_mean_stays_and_the_errors_shrink(
    game: str, bots: tuple[str, ...], players: int, options: dict[str, object], deals: int
) -> None:
    """Seed 6. What is left out is zero in the mean, within four standard errors, for every bot at every seat."""
    contest = Contest(game, bots, players, 6, options, without_luck=True).checked()
    make_ready(contest, silent)
    played = dict(play_deals(contest, range(deals)))
    for place, seating in enumerate(contest.seatings):
        for seat in range(players):
            luck = [deal[place].won[seat] - deal[place].skill[seat] for deal in played.values()]
            mean = sum(luck) / deals
            error = (sum((each - mean) ** 2 for each in luck) / deals / (deals - 1)) ** 0.5
            assert abs(mean) < 4 * error, (seating, seat)
    plain, skilled = (judge(each, played) for each in (Contest(game, bots, players, 6, options), contest))
    errors = {(duel.bot, duel.other): duel.won.error for duel in plain.duels}
    assert all(duel.won.error < 0.8 * errors[duel.bot, duel.other] for duel in skilled.duels)


def test_the_reference_strategy_has_no_effect() -> None:
    """Masters lose nothing by their decisions; weaker bots do."""
    tables: list[tuple[str, dict[str, object], int]] = [
        ("zock", {"games": 2}, 2),
        ("schocken", {"stones": 3}, 2),
        ("schocken", {}, 3),
    ]
    for game, options, players in tables:
        contest = Contest(game, ("master", "casual"), players, 1, options, without_luck=True)
        assert contest._play(1, ("master",) * players).skill == (contest.fair,) * players
        given = [contest._play(deal, (*("master",) * (players - 1), "casual")).skill[-1] for deal in range(3)]
        assert max(given) <= contest.fair
        assert min(given) < contest.fair - 0.01


def test_luck_stays_where_a_game_is_not_solved() -> None:
    for options, players in (
        (zocknroll.Options(), 4),
        (schocken.Options(), 4),
        (zock.Options(referee="players"), 2),
        (zock.Options(games=11), 2),
        (schocken.Options(stones=21), 3),
    ):
        with pytest.raises(BadOptions, match="only of games that are solved"):
            check_luck(options, players)
