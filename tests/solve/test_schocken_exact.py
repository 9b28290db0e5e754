"""Schocken's solver against exact fractions, with few stones and all rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from knobel.rules.game import read_options
from knobel.rules.schocken import GAME, Starter
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.half import Half
from knobel.solve.schocken.two import evaluate, game_risks

from .schocken_reference import Evening

HOUSES: dict[str, dict[str, Any]] = {
    "plain": {},
    "open": {"covered": "none"},
    "throws": {"ties": "throws_then_order"},
    "stay": {"kept_dice": "stay"},
    "stay-throws-open": {"kept_dice": "stay", "ties": "throws_then_order", "covered": "none"},
    "pub": {"preset": "pub"},
    "sixes-stay": {"sixes": True, "kept_dice": "stay"},
    "hand-open-throws": {"hand_only": True, "covered": "none", "ties": "throws_then_order"},
    "half": {"length": "half", "covered": "none"},
    "generals-jule": {"general_beats_schock2": True, "jule": True},
    "everything": {"preset": "pub", "kept_dice": "stay", "general_beats_schock2": True, "jule": True},
}


def solved(house: dict[str, Any], stones: int) -> tuple[Half, Evening]:
    options = read_options(GAME, {**house, "stones": stones})
    half = Half(options)
    half.solve()
    plain = {name: value for name, value in house.items() if name != "preset"}
    preset = GAME.presets[house["preset"]] if "preset" in house else {}
    return half, Evening({**preset, **plain, "stones": stones})


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_one_stone_is_one_round(house: dict[str, Any]) -> None:
    half, evening = solved(house, 1)

    def never(middle: int, own: int) -> Fraction:
        raise AssertionError("the half is over")

    exact = evening.round(evening.pays(1, 0, never))
    assert half.risk(1, 0) == pytest.approx(float(exact), abs=1e-15, rel=1e-14)


@pytest.mark.parametrize("house", [HOUSES["throws"], HOUSES["everything"]], ids=["throws", "everything"])
def test_two_stones(house: dict[str, Any]) -> None:
    half, evening = solved(house, 2)

    @cache
    def risk(middle: int, own: int) -> Fraction:
        return evening.round(evening.pays(middle, own, risk))

    for middle, own in ((0, 1), (1, 0), (1, 1), (2, 0)):
        assert half.risk(middle, own) == pytest.approx(float(risk(middle, own)), abs=1e-15, rel=1e-14)


@pytest.mark.rule("S11", "S2")
def test_a_game_of_one_half_is_lost_with_it() -> None:
    """The recursion gives the risk of the half; the whole game is built of three such halves (S2, S3)."""
    evening = Evening({"stones": 1})

    @cache
    def risk(middle: int, own: int) -> Fraction:
        return evening.round(evening.pays(middle, own, risk))

    half = risk(1, 0)
    other = 1 - half
    whole = (
        half * half + half * other * other + other * other * half
    )  # lost: both halves; first and final; second and final
    for length, exact in (("half", half), ("game", whole)):
        options = read_options(GAME, {"stones": 1, "length": length})
        begun = GAME.play(GAME.start(options, 2), Starter(0))
        assert game_risks(options) == pytest.approx((float(exact), float(1 - exact)), abs=1e-14)
        assert evaluate(begun).game == pytest.approx(float(exact), abs=1e-14)
        assert position_risks(begun, "game").risks == pytest.approx((float(exact), float(1 - exact)), abs=1e-14)
        assert evaluate(begun).half == pytest.approx(float(half), abs=1e-14)


def test_three_stones_go_back_and_forth() -> None:
    """With two of three stones the beginner may lose none, and then the other player begins with two of three.

    So this risk is the fixed point of one round, which is piecewise linear in it. The solver's answer only selects the
    piece; there the fixed point is computed and verified exactly.
    """
    half, evening = solved({}, 3)

    def two_of_three(guess: Fraction) -> Fraction:
        return evening.round(evening.pays(0, 2, lambda *_: guess))

    guess, step = Fraction(half.risk(0, 2)).limit_denominator(10**9), Fraction(1, 10**6)
    value, above = two_of_three(guess), two_of_three(guess + step)
    slope = (above - value) / step
    exact = guess + (value - guess) / (1 - slope)
    assert two_of_three(exact) == exact

    @cache
    def risk(middle: int, own: int) -> Fraction:
        return exact if (middle, own) == (0, 2) else evening.round(evening.pays(middle, own, risk))

    for middle, own in ((0, 2), (0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)):
        assert half.risk(middle, own) == pytest.approx(float(risk(middle, own)), abs=1e-15, rel=1e-14)
