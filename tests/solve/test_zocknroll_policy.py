"""Policies of Zock'n'Roll: low exploitability, packing, caching, and complete shipped tables."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from knobel.rules.dice import multisets
from knobel.rules.game import Dice
from knobel.rules.zocknroll import GAME, Options
from knobel.solve import build, table_files
from knobel.solve.build import settings
from knobel.solve.table_files import SUFFIX
from knobel.solve.zocknroll import policy as stored_policies
from knobel.solve.zocknroll import solver
from knobel.solve.zocknroll.kernel import learn
from knobel.solve.zocknroll.learner import TREMBLE, Learner, best_values, exploitability, values
from knobel.solve.zocknroll.policy import Policy, kept, pack, policy, unpack
from knobel.solve.zocknroll.solver import assess
from knobel.solve.zocknroll.turn import TRIPLES, Setting, decisions, is_exact, mirror, setting, turn

SETTINGS = list(settings())
MIRRORED = [Options(), Options(board="pro", royal_pairs="consecutive"), Options(board="pro", royal_pairs="six_alike")]

every_setting = pytest.mark.parametrize("one", SETTINGS, ids=lambda one: one.name)


@pytest.mark.parametrize(
    ("options", "players", "white", "steps"),
    [(Options(), 3, (2, 3, 5), 300), (Options(board="pro"), 4, (1, 4, 4), 300), (Options(), 5, (1, 2, 3), 600)],
)
def test_learning_converges(options: Options, players: int, white: Dice, steps: int) -> None:
    one = setting(options, players)
    learner, again = Learner(one, white), Learner(one, white)
    learner.learn(10)
    again.learn(10)
    assert np.array_equal(learner.strategy().second, again.strategy().second), "learning is deterministic"
    at_first = exploitability(one, white, learner.strategy())
    learner.learn(steps - 10)
    found = learner.strategy()
    assert exploitability(one, white, found) <= 0.0001 < at_first
    for chances in found:
        assert chances.min() >= TREMBLE
        assert chances.max() <= 1 - TREMBLE


def test_a_step_of_learning() -> None:
    """Regrets grow by the gain of the other move, not below zero; the prediction is the last gain."""
    stay, regret, mean = np.array([[0.25, 0.5, 0.5]]), np.array([[[1.0, 0, 0]], [[2.0, 0, 0]]]), np.ones((2, 1, 3))
    learn(4.0, 0.01, np.array([[2.0, 3.0, 0.0]]), np.array([[0.5, 1.0, 1.0]]), stay, regret, mean)
    # 1 + 0.75 * 2 = 2.5 for staying, 2 - 0.25 * 2 = 1.5 for dropping; expected are 4 and 1
    assert regret[:, 0].tolist() == [[2.5, 1.5, 0], [1.5, 0, 0]]
    assert stay[0].tolist() == [4 / 5, 0.99, 0.5]
    assert mean[:, 0].tolist() == [[1 + 4 * 0.5 * 0.25, 1 + 4 * 0.5, 1 + 4 * 0.5], [1 + 4 * 0.5, 1 + 4, 1 + 4]]


def gains_and_values(one: Setting) -> tuple[float, list[float]]:
    """The largest gain of a seat and the values, as a mean over every way in which three white dice can fall."""
    played, best = np.zeros(one.players), np.zeros(one.players)
    for (white, weight), triple in zip(multisets(3), range(len(TRIPLES)), strict=True):
        chances = policy(one).strategy(triple)
        played += weight * values(one, white, chances) / 6**3
        best += weight * best_values(one, white, chances) / 6**3
    return float((best - played).max()), played.tolist()


@pytest.mark.parametrize(
    ("options", "players"),
    [(Options(), 3), (Options(), 4), (Options(), 6), (Options(board="pro"), 3), (Options(board="pro"), 5)],
)
def test_stored_policies_have_low_exploitability(options: Options, players: int) -> None:
    """Computed for all white dice; `assess` uses one of two mirror images."""
    gain, expected = gains_and_values(setting(options, players))
    assert 0 <= gain <= 0.001
    found = assess(options, players)
    assert found.exploitability == pytest.approx(gain, abs=1e-12)
    assert found.values == pytest.approx(expected, abs=1e-12)
    assert not found.error


def test_with_seven_players_on_the_basic_board() -> None:
    assert assess(Options(), 7).exploitability <= 0.05


def test_with_many_players_best_responses_are_sampled() -> None:
    found = assess(Options(), 9)
    assert len(found.values) == 9
    assert 0 < found.error < found.exploitability < 0.05


def test_who_decides_first_may_sit_to_the_left_of_the_starter() -> None:
    """N6: the same values in the order of decisions, and the starter decides last."""
    first, *others = assess(Options(), 4).values
    assert assess(Options(first_to_decide="left_of_starter"), 4).values == (others[-1], first, *others[:-1])


def test_assessments_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    found = assess(Options(jorg_counts=False), 3)
    assert found != assess(Options(), 3), "Jörg counts or does not count (N13)"

    def never(*_: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr(solver, "_assess", never)
    assert assess(Options(jorg_counts=False), 3) == found


def test_there_is_a_setting_for_all_that_matters() -> None:
    """Four kinds of boards for each number of players, and Jörg may not count where he plays (N4, N13)."""
    assert len({one.name for one in SETTINGS}) == len(SETTINGS) == 4 * len(GAME.players) + 4
    assert {path.name for path in table_files.SHIPPED.glob("zocknroll-*")} == {
        f"{one.name}{SUFFIX}" for one in SETTINGS
    }


def test_a_build_renews_the_tables_that_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built = list[str]()

    def ship(one: Setting) -> int:
        built.append(one.name)
        return 1000

    monkeypatch.setattr(build, "ship", ship)
    monkeypatch.setattr(sys, "argv", ["build", "zocknroll", "zocknroll-basic-3", "zocknroll-pro-12-six"])
    build.main()
    assert built == ["zocknroll-basic-3", "zocknroll-basic-3-without-jorg", "zocknroll-pro-12-six_alike"]
    assert "zocknroll-basic-3: 1000 bytes" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["build", "zocknroll"])
    build.main()
    assert built[3:] == [one.name for one in SETTINGS]


@every_setting
def test_every_shipped_table_is_complete_and_of_these_rules(one: Setting) -> None:
    assert table_files.shipped(one.name, stored_policies._version(one)) is not None


def test_versions_tell_settings_apart() -> None:
    assert len({stored_policies._version(one) for one in SETTINGS}) == len(SETTINGS)


@pytest.mark.parametrize("options", MIRRORED, ids=lambda each: f"{each.board}-{each.royal_pairs}")
def test_dice_turned_over_are_the_same_game(options: Options) -> None:
    one = setting(options, 3)
    assert one.mirrored
    assert len(kept(one)) == len(TRIPLES) // 2, "no three dice are their own mirror image"
    turned = [one.cups.index(mirror(cup)) for cup in one.cups]
    rows = len(turn(one, TRIPLES[0]).worth) // 6
    for triple, white in enumerate(TRIPLES):
        game, image = turn(one, white), turn(one, mirror(white))
        assert np.array_equal(game.first, image.first[turned])
        assert np.array_equal(game.second, image.second[::-1, turned])
        assert np.array_equal(game.place % rows, image.place[::-1, ::-1, turned] % rows)
        other = TRIPLES.index(mirror(white))
        here, there = (values(one, TRIPLES[each], policy(one).strategy(each)) for each in (triple, other))
        assert here == pytest.approx(there, abs=1e-12)


def test_royal_pairs_of_4_5_and_6_have_no_mirror_image() -> None:
    one = setting(Options(board="pro"), 3)
    assert not one.mirrored
    assert kept(one) == list(range(len(TRIPLES)))
    high, low = (turn(one, white).second[face].max() for white, face in (((4, 5, 6), 5), ((1, 2, 3), 0)))
    assert high > low


@pytest.mark.parametrize("name", ["zocknroll-basic-4", "zocknroll-pro-3", "zocknroll-pro-7-consecutive"])
def test_a_policy_survives_packing(name: str) -> None:
    (one,) = (each for each in SETTINGS if each.name == name)
    stored = policy(one)
    first, second = decisions(one.players, is_exact(one))
    assert stored.first.shape == (len(TRIPLES), first, len(one.cups))
    assert stored.second.shape == (len(TRIPLES), 6, second, len(one.cups))
    same = unpack(one, pack(stored))
    assert np.array_equal(same.first, stored.first)
    assert np.array_equal(same.second, stored.second)
    changed = stored.second.copy()
    changed[0, 0, 0, 0] ^= 1
    assert not np.array_equal(unpack(one, pack(stored._replace(second=changed))).second, stored.second)


def test_a_damaged_table_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = setting(Options(), 3)
    stored, solved = policy(one), list[Setting]()

    def solve(wanted: Setting, *_: object) -> Policy:
        solved.append(wanted)
        return stored

    def ask() -> Policy:
        """As a new process would."""
        stored_policies._policies.clear()
        return policy(one)

    monkeypatch.setattr(table_files, "SHIPPED", tmp_path / "tables")
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path))
    monkeypatch.setattr(stored_policies, "_policies", {})
    monkeypatch.setattr(stored_policies, "solve", solve)
    path = tmp_path / "tables" / f"{one.name}{SUFFIX}"
    assert stored_policies.ship(one) == path.stat().st_size
    assert np.array_equal(ask().second, stored.second)
    assert solved == [one], "solved to be shipped, and then used"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    for _ in range(2):
        assert np.array_equal(ask().second, stored.second)
    assert solved == [one, one], "solved again, once, and cached"
    assert table_files.cached(one.name, stored_policies._version(one)) == pack(stored)


def test_learning_all_white_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few steps of learning for all white dice, with progress."""
    monkeypatch.setattr(stored_policies, "_ENOUGH", 0.01)
    one, told = setting(Options(), 3), list[tuple[int, int]]()
    learned = stored_policies.solve(one, lambda done, total: told.append((done, total)))
    assert told == [(done, 28) for done in range(1, 29)]
    for triple in (0, 17, 55):
        assert exploitability(one, TRIPLES[triple], learned.strategy(triple)) <= 0.02
