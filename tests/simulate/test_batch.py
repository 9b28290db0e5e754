"""Batches: independent of threads and parts, progress, and statistics."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from knobel.rules.errors import BadOptions
from knobel.simulate import POLICIES, Batch, follow, simulate
from knobel.simulate.batch import PART, histogram, share

SMALL: list[tuple[str, int, dict[str, Any]]] = [
    ("zocknroll", 3, {}),
    ("zock", 2, {"games": 2, "variant": "C"}),
    ("schocken", 3, {"stones": 2}),
]


def arrays(batch: Batch) -> list[Any]:
    return [value for value in vars(batch).values() if isinstance(value, np.ndarray)]


@pytest.mark.parametrize(("game", "players", "options"), SMALL, ids=lambda each: str(each))
def test_games_do_not_depend_on_threads_and_parts(game: str, players: int, options: dict[str, Any]) -> None:
    count = PART + 100
    whole = simulate(game, ["random"] * players, count, options=options, seed=31, threads=1)
    shared = simulate(game, ["random"] * players, count, options=options, seed=31, threads=3)
    later = simulate(game, ["random"] * players, 50, options=options, seed=31, first=PART - 20)
    for one, other, tail in zip(arrays(whole), arrays(shared), arrays(later), strict=True):
        assert (one == other).all()
        assert (one[PART - 20 : PART + 30] == tail).all()


@pytest.mark.parametrize(("game", "players", "options"), SMALL, ids=lambda each: str(each))
def test_progress_ends_when_all_is_played(game: str, players: int, options: dict[str, Any]) -> None:
    told = list[tuple[int, int]]()
    simulate(
        game,
        ["random"] * players,
        PART + 1,
        options=options,
        threads=1,
        progress=lambda done, total: told.append((done, total)),
    )
    total = (PART + 1) * options.get("games", 1)
    assert told[-1] == (total, total)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_matches_by_lead_are_told_completely() -> None:
    told = list[tuple[int, int]]()
    simulate("zock", ["match", "random"], 40, options={"games": 2}, progress=lambda *step: told.append(step))
    assert told[-1] == (80, 80)


@pytest.mark.parametrize(("game", "players", "options"), SMALL, ids=lambda each: str(each))
def test_a_part_is_a_batch(game: str, players: int, options: dict[str, Any]) -> None:
    whole = simulate(game, ["random"] * players, 30, options=options, seed=35, first=7)
    part = whole.part(10, 15)
    assert (len(part), part.first) == (5, 17)
    assert part.results() == whole.results()[10:15] == [whole.result(row) for row in range(10, 15)]
    assert part.results() == simulate(game, ["random"] * players, 5, options=options, seed=35, first=17).results()


def test_shares_and_histograms() -> None:
    half = share("half", np.array([True, False, True, False]))
    assert (half.value, half.error) == (0.5, 0.25)
    lengths = histogram("length", np.array([[5, 3], [3, 6]]))
    assert (lengths.least, lengths.most, lengths.counts) == (3, 6, (2, 0, 1, 1))
    assert (lengths.mean, lengths.quantile(0.5), lengths.quantile(1)) == (4.25, 3, 6)


def test_zock_in_figures() -> None:
    batch: Any = simulate("zock", ["points", "random"], 300, options={"games": 3}, seed=32)
    results = batch.results()
    figures = {(each.name, each.seat): each.value for each in batch.summary().shares}
    assert figures["wins", 0] == pytest.approx(sum(each.winners == (0,) for each in results) / 300)
    assert figures["draw", None] == pytest.approx(sum(len(each.winners) == 2 for each in results) / 300)
    _, loss, losses = batch.summary().histograms
    assert loss.mean == pytest.approx(sum(sum(each.losses) for each in results) / 900)
    assert losses.mean == pytest.approx(1.5 * loss.mean)
    assert [batch.winners[row].tolist() for row in range(9)] == [
        [s in results[row].winners for s in (0, 1)] for row in range(9)
    ]


def test_schocken_in_figures() -> None:
    batch: Any = simulate("schocken", ["random"] * 3, 300, options={"stones": 3}, seed=33)
    results = batch.results()
    figures = {(each.name, each.seat): each.value for each in batch.summary().shares}
    assert figures["loses", 2] == pytest.approx(sum(each.loser == 2 for each in results) / 300)
    assert figures["loses_again", None] == pytest.approx(sum(not each.final for each in results) / 300)
    assert batch.winners.sum() == 600
    rounds, throws = batch.summary().histograms
    assert rounds.mean == pytest.approx(sum(each.rounds for each in results) / 300)
    assert throws.mean >= 2 * rounds.mean


def test_one_half_of_schocken_in_figures() -> None:
    batch: Any = simulate("schocken", ["random"] * 3, 300, options={"stones": 3, "length": "half"}, seed=33)
    results = batch.results()
    assert all(each.halves == (each.loser,) and not each.final for each in results)
    figures = {(each.name, each.seat): each.value for each in batch.summary().shares}
    assert {name for name, _ in figures} == {"starter_loses", "loses"}
    assert figures["loses", 1] == pytest.approx(sum(each.loser == 1 for each in results) / 300)
    assert batch.winners.sum() == 600


def test_zocknroll_in_figures() -> None:
    batch: Any = simulate("zocknroll", ["random", "stay", "random"], 300, seed=34)
    results = batch.results()
    figures = {(each.name, each.seat): each.value for each in batch.summary().shares}
    assert figures["wins", 1] == pytest.approx(sum(each.winners == (1,) for each in results) / 300)
    assert figures["shared", None] == pytest.approx(sum(len(each.winners) > 1 for each in results) / 300)
    turns, score, winning = batch.summary().histograms
    assert score.mean == pytest.approx(sum(sum(each.scores) for each in results) / 900)
    assert winning.mean == pytest.approx(sum(max(each.scores) for each in results) / 300)
    points = [each.value for each in batch.summary().means]
    assert sum(points) == pytest.approx(3 * score.mean / turns.mean)  # the sum over places is the sum over seats


@pytest.mark.parametrize(
    ("game", "policies", "options", "sentence"),
    [
        ("poker", ["random"], {}, "the game must be one of"),
        ("zock", ["random"] * 3, {}, r"\(K1\)"),
        ("schocken", ["best"] * 3, {}, r"two players, not for 3 \(S1\)"),
        ("zock", ["master", "random"], {}, "random, points, win, match"),
        ("zock", ["match", "random"], {"games": 11}, r"\(K8\)"),
        ("zocknroll", ["random"] * 3, {"board": "huge"}, r"\(N2\)"),
    ],
)
def test_unknown_policies_are_refused(game: str, policies: list[str], options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        simulate(game, policies, 1, options=options)


def test_no_game_is_too_few() -> None:
    with pytest.raises(BadOptions, match="at least one"):
        simulate("zock", ["random"] * 2, 0)


def test_every_policy_has_a_name_and_plays() -> None:
    for game, names in POLICIES.items():
        for name in names:
            players = 3 if game == "zocknroll" else 2
            options = {"games": 1} if game == "zock" else {}
            batch, moves = follow(game, [name] * players, 0, options=options)
            assert len(batch) == 1
            assert moves
