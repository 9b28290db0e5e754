"""Explanations: every kind of reason in both languages, and their numbers computed independently."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from knobel.bots import strategy
from knobel.bots.strategy import pick
from knobel.coach.explain import reasons
from knobel.coach.explain.duel import duel
from knobel.coach.explain.zock import hand_overs_to_close, throws_to_close
from knobel.coach.values import MoveValue, Values
from knobel.rules import schocken, zock, zocknroll
from knobel.rules.dice import FACES, SeededDice, fill
from knobel.rules.game import Chance, Decision, Event, State
from knobel.rules.schocken import Hand, Stand
from knobel.rules.zocknroll import Drop, Mark, Stay
from knobel.solve.zocknroll.policy import belief
from knobel.solve.zocknroll.solver import turn_policy
from knobel.telling.phrase import Phrase, phrase, render
from knobel.words import LANGUAGES, source, words

ALL = zock.ALL_FIELDS


def reason(
    view: State, better: Event, worse: Event, *, best: float | None = None, made: float | None = None
) -> tuple[Phrase, ...]:
    """Why a move costs a tenth against a better one, if they are worth so many points."""
    moves = MoveValue(better, 0.6, points=best), MoveValue(worse, 0.5, points=made)
    return reasons(view, Values(0, moves, exact=True), moves[1])


def said(language: str, phrases: tuple[Phrase, ...]) -> str:
    return " ".join(render(words(language), each) for each in phrases)


def throw_of_zock(open_fields: tuple[int, ...], dice: tuple[int, int], **options: Any) -> zock.State:
    return zock.State(zock.Options(**options), open=(open_fields, ALL), phase="cover", dice=dice)


def second_of_two(first: Hand, own: Hand, limit: int, **options: Any) -> schocken.State:
    """Seat 1 decides after seat 0 has finished."""
    return schocken.State(
        schocken.Options(**options), (0, 0), 13, (first, own), "decide", seat=1, limit=limit, cups_up=False
    )


def beginner(own: Hand, **options: Any) -> schocken.State:
    return schocken.State(schocken.Options(**options), (0, 0), 13, (own, Hand()), "decide", cups_up=False)


def table(white: tuple[int, ...], cup: tuple[int, ...], marks: tuple[int, ...] = (0,) * 9) -> zocknroll.State:
    hidden = ((0, 0),) * 3
    return zocknroll.State(
        zocknroll.Options(),
        marks=(marks, *((0,) * 9,) * 3),
        phase="decide",
        cups=(cup, *hidden),
        white=white,
        dropped=(0,) * 4,
        queue=(0, 1, 2, 3),
    )


def cover(*fields: int) -> zock.Cover:
    return zock.Cover(0, fields)


REFEREES = zock.State(
    zock.Options(referee="players"), open=(ALL, (1, 2)), phase="object", claims=(zock.Claim((1, 2), (8, 9)),)
)
SHOCK_FOUR = Hand(thrown=(1, 1, 4), throws=1)
MARKING = replace(table((1, 1, 2, 2, 3), (1, 4)), phase="mark", queue=(0,))

KINDS: dict[str, tuple[Phrase, ...]] = {
    "coach-zock-ends": reason(throw_of_zock((1, 2), (3, 4), variant="C"), cover(1, 2), cover(1)),
    "coach-zock-finishing": reason(throw_of_zock((1, 5, 6), (1, 5)), cover(1, 5), cover(6)),
    "coach-zock-throws": reason(throw_of_zock(ALL, (4, 5)), cover(9), cover(4, 5)),
    "coach-zock-hand-overs": reason(throw_of_zock(ALL, (4, 5), variant="A"), cover(9), cover(4, 5)),
    "coach-zock-usable": reason(throw_of_zock((1, 2, 3, 4, 6, 7, 9), (1, 2)), cover(3), cover(1, 2)),
    "coach-zock-sum": reason(throw_of_zock(ALL, (4, 6)), cover(4, 6), cover(1)),
    "coach-zock-together": reason(throw_of_zock(ALL, (4, 5)), cover(4, 5), cover(9), best=1.0, made=0.5),
    "coach-zock-match": reason(throw_of_zock(ALL, (4, 5)), cover(4, 5), cover(9), best=0.5, made=1.0),
    "coach-zock-objection": reason(REFEREES, zock.Object(0), zock.Throw(0)),
    "coach-zock-let-stand": reason(REFEREES, zock.Throw(0), zock.Object(0)),
    "coach-zock-passed": reason(throw_of_zock(ALL, (4, 5), referee="players"), cover(9), zock.Pass(0)),
    "coach-zock-wrong": reason(throw_of_zock(ALL, (4, 5), referee="players"), cover(9), cover(8)),
    "coach-schocken-beat": reason(
        second_of_two(Hand(thrown=(2, 5, 6), throws=2), Hand(thrown=(1, 3, 4), throws=1), 2),
        schocken.Throw(1, (1,), (0, 0)),
        schocken.Throw(1),
    ),
    "coach-schocken-lost": reason(
        second_of_two(Hand(thrown=(2, 5, 6), throws=2), Hand(thrown=(1, 3, 4), throws=1), 2),
        schocken.Throw(1),
        Stand(1),
    ),
    "coach-schocken-enough": reason(
        second_of_two(Hand(thrown=(2, 5, 6), throws=2), Hand(thrown=(4, 5, 6), throws=1), 2),
        Stand(1),
        schocken.Throw(1),
    ),
    "coach-schocken-stand": reason(beginner(SHOCK_FOUR), Stand(0), schocken.Throw(0)),
    "coach-schocken-go-on": reason(
        beginner(Hand(thrown=(1, 2, 2), throws=1)), schocken.Throw(0, (1,), (0, 0)), Stand(0)
    ),
    "coach-schocken-have-first": reason(
        beginner(Hand(thrown=(2, 5, 6), throws=1)), Stand(0), schocken.Throw(0, (6,), (0, 0))
    ),
    "coach-schocken-reach": reason(beginner(SHOCK_FOUR), schocken.Throw(0, (1, 1), (0,)), schocken.Throw(0)),
    "coach-schocken-only": reason(
        second_of_two(Hand((1,), (0, 0), 3), Hand(thrown=(1, 1, 4), throws=1), 3),
        schocken.Throw(1, (1, 1), (0,)),
        Stand(1),
    ),
    "coach-schocken-have": reason(
        second_of_two(Hand((1,), (0, 0), 3), Hand(thrown=(1, 1, 4), throws=1), 3), Stand(1), schocken.Throw(1)
    ),
    "coach-schocken-half": reason(
        beginner(SHOCK_FOUR), schocken.Throw(0, (4,), (0, 0)), schocken.Throw(0, (1, 1), (0,)), best=0.4, made=0.5
    ),
    "coach-zocknroll-sure": reason(table((2, 2, 2), (4, 4)), Drop(0, "full_house"), Stay(0), made=4.6),
    "coach-zocknroll-fewer": reason(table((2, 2, 2), (2, 2)), Drop(0, "five_of_a_kind"), Stay(0), made=8.0),
    "coach-zocknroll-safe": reason(table((2, 2, 3), (4, 6)), Drop(0, "pair"), Stay(0), made=5.0),
    "coach-zocknroll-level": reason(table((2, 2, 3), (4, 6)), Drop(0, "pair"), Stay(0), made=3.1),
    "coach-zocknroll-to-end": reason(table((2, 2, 3), (2, 2)), Stay(0), Drop(0, "three_of_a_kind"), best=12.0),
    "coach-zocknroll-later": reason(table((2, 2, 2), (4, 4)), Stay(0), Drop(0, "full_house"), best=7.0),
    "coach-zocknroll-more": reason(
        replace(table((2, 2, 3, 3), (4, 6)), dropped=(0, 0, 0, 1), queue=(0, 1, 2)),
        Stay(0),
        Drop(0, "two_pairs"),
        best=9.0,
    ),
    "coach-zocknroll-risk": reason(table((2, 2, 3), (2, 2)), Stay(0), Drop(0, "four_of_a_kind"), best=9.0),
    "coach-zocknroll-worth": reason(MARKING, Mark(0, "full_house"), Mark(0, "pair")),
    "coach-zocknroll-too-soon": reason(
        replace(MARKING, marks=((0, 0, 0, 0, 5, 0, 0, 0, 0), *((0,) * 9,) * 3)), Mark(0, "pair"), Mark(0, "full_house")
    ),
    "coach-zocknroll-ends": reason(
        replace(MARKING, marks=((0, 0, 0, 0, 0, 0, 0, 5, 0), *((0,) * 9,) * 3)), Mark(0, "pair"), Mark(0, "full_house")
    ),
    "coach-zocknroll-fuller": reason(
        replace(MARKING, marks=((0, 0, 0, 0, 3, 0, 0, 0, 0), *((0,) * 9,) * 3)), Mark(0, "pair"), Mark(0, "full_house")
    ),
}


@pytest.mark.parametrize("key", KINDS)
def test_every_kind_of_reason_is_given_and_said_in_both_languages(key: str) -> None:
    phrases = KINDS[key]
    assert [phrase.key for phrase in phrases[1:]] == [key]
    for language in LANGUAGES:
        sentence = said(language, phrases)
        assert "10.0 percentage points" in sentence or "10,0 Prozentpunkte" in sentence
        assert sentence.endswith((".", "!"))
        assert "{" not in sentence
        assert "  " not in sentence
        print(sentence)


def test_every_text_of_a_reason_is_used() -> None:
    games = ("coach-zock-", "coach-schocken-", "coach-zocknroll-")
    keys = {line.split(" = ")[0] for line in source("en").splitlines() if line.startswith(games)}
    assert keys == set(KINDS)


def test_a_hundredth_of_the_throws_is_no_reason_where_a_fifth_of_them_fits() -> None:
    """9 or 3 and 6: 19.6 throws to go or 19.8, but 34 of 36 throws fit or only 27."""
    (_, why) = reason(throw_of_zock((1, 3, 4, 5, 6, 7, 8, 9), (3, 6)), cover(9), cover(3, 6))
    assert said("en", (why,)) == "With 1 3 4 5 6 7 8 open you can use 94 % of all throws, with 1 4 5 7 8 9 only 75 %."


@pytest.mark.parametrize("variant", ["basic", "A", "C"])
@pytest.mark.parametrize("fields", [(1,), (2, 7), (1, 4, 9)])
def test_throws_to_close_equal_value_iteration(variant: Any, fields: tuple[int, ...]) -> None:
    """Independent method: value iteration over all 36 outcomes of two dice."""
    options = zock.Options(variant=variant)
    subsets = [
        tuple(f for f, used in zip(fields, bits, strict=True) if used) for bits in product((0, 1), repeat=len(fields))
    ]
    for expected, cost in ((throws_to_close, 1.0), (hand_overs_to_close, 0.0)):
        values = dict.fromkeys(subsets, 0.0)
        for _ in range(1000):
            for some in subsets[1:]:
                total = 0.0
                for dice in product(FACES, repeat=2):
                    offered = zock.covers(variant, "digits", dice, some)
                    after = [values[tuple(f for f in some if f not in each)] for each in offered]
                    total += cost + min(after) if after else 1 + values[some]
                values[some] = total / 36
        assert expected(options, fields) == pytest.approx(values[fields], abs=1e-6)


def test_chances_in_the_sentences_of_schocken_are_counted_by_hand() -> None:
    """Two dice are thrown beside a 1 against 6-5-2, and one die beside 1 1: all outcomes counted."""

    def better(kept: tuple[int, ...], than: tuple[int, ...]) -> Fraction:
        height = schocken.rank(schocken.Options(), than, True).height
        falls = list(product(FACES, repeat=3 - len(kept)))
        won = sum(
            schocken.rank(schocken.Options(), tuple(sorted(kept + dice)), not kept).height > height for dice in falls
        )
        return Fraction(won, len(falls))

    beat = KINDS["coach-schocken-beat"][1]
    assert beat.values["chance"] == f"{float(better((1,), (2, 5, 6))):.0%}".replace("%", " %")
    assert beat.values["other"] == phrase("coach-only", chance=f"{float(better((), (2, 5, 6))):.0%}".replace("%", " %"))
    stand = KINDS["coach-schocken-stand"][1]
    assert stand.values["beaten"] == f"{float(better((), (1, 1, 4))):.0%}".replace("%", " %")


def test_chances_in_the_sentences_of_zock_are_counted_by_hand() -> None:
    def usable(*fields: int) -> str:
        """Basic rules, by their text: both numbers if they differ, or the sum (10 is 1, and 12 is 1 and 2)."""

        def fits(x: int, y: int) -> bool:
            total = {10: {1}, 12: {1, 2}, 11: {0}}.get(x + y, {x + y})
            return total <= set(fields) or (x != y and {x, y} <= set(fields))

        return f"{sum(fits(*dice) for dice in product(FACES, repeat=2)) / 36:.0%}".replace("%", " %")

    told = KINDS["coach-zock-usable"][1].values
    assert told["chance"] == usable(1, 2, 4, 6, 7, 9)
    assert told["other"] == phrase("coach-only", chance=usable(3, 4, 6, 7, 9))
    finishing = KINDS["coach-zock-finishing"][1].values
    assert (finishing["chance"], finishing["other"]) == (
        "14 %",
        phrase("coach-only", chance="6 %"),
    )  # 6: five of 36; 1 and 5: two of 36


@pytest.mark.parametrize(
    "view",
    [
        table((1, 1, 4), (3, 5)),
        replace(table((1, 3, 6, 2), (4, 5)), dropped=(0, 0, 1, 0), queue=(0, 1, 3)),
        replace(table((2, 2, 5, 6), (2, 3)), starter=2, queue=(0, 1)),
    ],
)
def test_chances_of_round_3_equal_simulated_strong_play(view: zocknroll.State) -> None:
    """Independent method: cups drawn from the same belief, and bots play on by the rules."""
    games, seed = 3000, 5
    print(f"seed {seed}")
    dice, random = SeededDice(seed), Random(seed)
    policy, strong = turn_policy(view.options, 4), strategy("strong", "zocknroll")
    beliefs = {cup: belief(policy, view, cup).tolist() for cup in (1, 2, 3)}
    won = tied = others = gained = 0
    worth = zocknroll.row_values(view.options, 4)
    for _ in range(games):
        drawn = (random.choices(policy.setting.cups, beliefs[cup])[0] for cup in (1, 2, 3))
        state = replace(view, cups=(view.cups[0], *drawn))
        while len(state.white) < 5:
            match zocknroll.pending(state):
                case Chance(event=wanted):
                    state = zocknroll.play(state, fill(wanted, dice))
                case Decision(seat=0):
                    state = zocknroll.play(state, Stay(0))
                case Decision(seat=seat, moves=moves):
                    chosen: Any = pick(strong.weigh(zocknroll.view(state, seat), moves), dice)
                    state = zocknroll.play(state, chosen)
        best = zocknroll.best_cups(state)
        won += best == (0,)
        tied += 0 in best and len(best) > 1
        gained += (worth[zocknroll.hand(state, 0)[0]] if 0 in best else 0) + worth["won_third"] * (best == (0,))
        others += state.dropped.count(0) - 1
    found = duel(view)
    for counted, expected in ((won, found.won), (tied, found.tied)):
        error = (expected * (1 - expected) / games) ** 0.5
        assert abs(counted / games - expected) < 4 * error + 1e-3
    assert others / games == pytest.approx(found.others, abs=0.08)
    assert gained / games == pytest.approx(found.points, abs=0.3), "up to 16 points, so 3,000 games tell a tenth or so"
