"""Profiles: strength, typical mistakes, and how much luck fair dice give."""

from __future__ import annotations

from itertools import product
from math import sqrt
from statistics import NormalDist, pvariance
from typing import Any

import pytest
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.cli.coach.figures import verdict_on
from knobel.coach.analyse import analyse
from knobel.coach.judges import judge_of
from knobel.coach.luck import luck_variance
from knobel.coach.profile import AnalysedGame, Luck, profiles
from knobel.fair.statistics.p_values import normal_cdf
from knobel.rules import schocken, zock
from knobel.rules.dice import FACES
from knobel.rules.game import Event
from knobel.rules.session import Session
from knobel.telling.phrase import render
from knobel.words import words

NAMES = ("Anna", "Ben")


def played(game: str, options: dict[str, Any], seed: int, names: tuple[str, ...] = NAMES) -> AnalysedGame:
    session = play_out(game, names, options, "casual", seed=seed)
    judge = judge_of(session.game, session.options, 2)
    analysis = analyse(session, judge)
    return AnalysedGame(session, analysis, luck_variance(session, analysis, judge))


@pytest.fixture(scope="module")
def evening() -> list[AnalysedGame]:
    zocks = [played("zock", {"games": 1}, seed) for seed in range(6)]
    return zocks + [played("schocken", {"stones": 3}, seed, names=NAMES[::-1]) for seed in range(3)]


def test_a_profile_adds_up_what_the_analyses_say(evening: list[AnalysedGame]) -> None:
    anna, ben = profiles((each, (0, 1)) for each in evening)
    assert {anna.name, ben.name} == set(NAMES)
    for profile in (anna, ben):
        summaries = [s for each in evening for s in each.analysis.summaries if s.name == profile.name]
        assert sum(strength.games for strength in profile.strengths) == len(evening)
        assert sum(strength.loss for strength in profile.strengths) == pytest.approx(sum(s.loss for s in summaries))
        assert sum(strength.decisions for strength in profile.strengths) == sum(s.decisions for s in summaries)
        for strength in profile.strengths:
            assert sum(share.loss for share in strength.phases) == pytest.approx(strength.loss)
            assert sum(share.count for share in strength.phases) == strength.decisions
            assert sum(share.loss for share in strength.mistakes) <= strength.loss + 1e-12
            assert [share.loss for share in strength.mistakes] == sorted(
                (s.loss for s in strength.mistakes), reverse=True
            )
        assert profile.luck.luck == pytest.approx(sum(s.luck for s in summaries))
    assert anna.luck.luck == pytest.approx(-ben.luck.luck)  # for two, one's luck is the other's bad luck
    assert anna.luck.deviation == pytest.approx(ben.luck.deviation)


def variance_of(session: Session, event: Event, seat: int) -> float:
    """The variance of what one event brought, from a game that ends with it minus one that ends before it."""
    judge = judge_of(session.game, session.options, 2)
    before = luck_variance(session, analyse(session, judge), judge)[seat]
    session.play(event)
    return luck_variance(session, analyse(session, judge), judge)[seat] - before


def test_the_variance_of_a_throw_of_zock_is_that_of_all_36_outcomes() -> None:
    session = Session("zock", NAMES, {"games": 1})
    session.play(zock.RollOff(((6, 6), (1, 1))))
    judge, state = judge_of(session.game, session.options, 2), session.state
    assert isinstance(state, zock.State)
    values = [judge.chances(zock.play(state, zock.Throw(0, dice)))[0] for dice in product(FACES, repeat=2)]
    assert variance_of(session, zock.Throw(0, (2, 4)), 0) == pytest.approx(pvariance(values), abs=1e-12)


def test_the_variance_of_lifted_cups_counts_all_dice_that_were_covered() -> None:
    """Anna has two covered dice and Ben throws his last one: 36 × 6 outcomes."""
    session = Session("schocken", NAMES, {"stones": 3})
    thrown: tuple[Event, ...] = (
        schocken.Starter(0),
        schocken.Throw(0, (), (1, 4, 5)),
        schocken.Throw(0, (1,), (2, 6)),
        schocken.Throw(0, (1,), (3, 3)),
        schocken.Throw(1, (), (1, 6, 6)),
        schocken.Throw(1, (1, 6), (6,)),
    )
    for event in thrown:
        session.play(event)
    judge = judge_of(session.game, session.options, 2)
    values = list[float]()
    for covered in product(FACES, repeat=2):
        again = Session("schocken", NAMES, {"stones": 3})
        for event in (*thrown[:3], schocken.Throw(0, (1,), covered), *thrown[4:]):
            again.play(event)
        state = again.state
        assert isinstance(state, schocken.State)
        values += [judge.chances(schocken.play(state, schocken.Throw(1, (1, 6), (die,))))[0] for die in FACES]
    assert len(values) == 216
    assert variance_of(session, schocken.Throw(1, (1, 6), (2,)), 0) == pytest.approx(pvariance(values), abs=1e-12)


def test_luck_is_as_large_as_its_variance_says() -> None:
    """Over many games the mean square of the luck is the mean of the variances."""
    games = [played("zock", {"games": 1}, seed) for seed in range(60)]
    squares = [each.analysis.summaries[0].luck ** 2 for each in games]
    variances = [each.variance[0] for each in games]
    assert sum(squares) / len(games) == pytest.approx(sum(variances) / len(games), rel=0.25)


def test_below_is_the_normal_distribution() -> None:
    for score in (-3.0, -1.0, 0.3, 2.5):
        assert normal_cdf(score) == pytest.approx(NormalDist().cdf(score), abs=1e-12)


def luck(luck: float, deviation: float, games: int) -> Luck:
    score = luck / deviation
    return Luck(games, luck, deviation, score, normal_cdf(-abs(score)), ((luck, deviation),), exact=True)


@pytest.mark.parametrize(
    ("score", "players", "word"),
    [
        (-0.1, "46 of 100", "nothing special"),
        (-1.0, "16 of 100", "many"),
        (-2.0, "2 of 100", "unusual"),
        (3.0, "1 of 1,000", "rare"),
    ],
)
def test_always_me_gets_an_answer(score: float, players: str, word: str) -> None:
    told = verdict_on(luck(score * sqrt(5), sqrt(5), 20))
    sentence = " ".join(render(words("en"), each) for each in told)
    assert sentence.startswith("Bad luck" if score < 0 else "Good luck")
    assert players in sentence
    assert word in sentence
    assert " ".join(render(words("de"), each) for each in told).startswith("Pech" if score < 0 else "Glück")


def test_few_games_give_no_conclusion() -> None:
    told = verdict_on(luck(-1.0, 0.5, 2))
    assert [each.key for each in told] == ["coach-fate", "coach-fate-few"]


def test_estimates_are_labelled() -> None:
    told = verdict_on(replace(luck(-1.0, 0.5, 20), exact=False))
    assert told[-1].key == "coach-fate-estimate"
