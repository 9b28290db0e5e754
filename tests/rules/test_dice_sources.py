"""Dice sources: uniform words, the repeatable generator, scripts, and dice read out by a person."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.rules.dice import ScriptedDice, SeededDice, SystemDice, TypedDice, WordDice, mix, parse_dice
from knobel.rules.errors import BadDice

GOLDEN = 0x9E3779B97F4A7C15
TWENTY_DICE = 6**20
LIMIT = 2**64 // TWENTY_DICE * TWENTY_DICE


class FixedWords(WordDice):
    """Words that were chosen by the test."""

    def __init__(self, words: Iterable[int]) -> None:
        self._words = iter(words)

    def word(self) -> int:
        return next(self._words)


def reference_words(seed: int, stream: int, tick: int) -> Iterable[int]:
    """A second implementation of the generator, from its description."""

    def scatter(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    key = scatter((scatter((seed + GOLDEN) % 2**64) + stream) % 2**64)
    while True:
        yield scatter((key + tick * GOLDEN) % 2**64)
        tick += 1


def reference_throws(words: Iterable[int], counts: list[int]) -> list[tuple[int, ...]]:
    """A second implementation of throws: digits from the lowest on, three at a time, a new word if few are left."""
    source, digits, throws = iter(words), list[int](), []
    for count in counts:
        dice: list[int] = []
        while len(dice) < count:
            now = min(3, count - len(dice))
            if len(digits) < now:
                word = next(word for word in source if word < LIMIT)
                digits = [word // 6**place % 6 for place in range(20)]
            dice += [digit + 1 for digit in digits[:now]]
            digits = digits[now:]
        throws.append(tuple(dice))
    return throws


def test_mix_is_splitmix64() -> None:
    """The first three numbers of the published splitmix64.c for the seed 0 (Vigna, 2015)."""
    numbers = [mix(step * GOLDEN % 2**64) for step in (1, 2, 3)]
    assert numbers == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@given(
    st.integers(-(2**70), 2**70), st.integers(0, 2**64), st.integers(0, 2**40), st.lists(st.integers(0, 9), max_size=30)
)
def test_seeded_dice_are_as_described(seed: int, stream: int, tick: int, counts: list[int]) -> None:
    dice = SeededDice(seed, stream, tick)
    assert [dice.roll(count) for count in counts] == reference_throws(reference_words(seed, stream, tick), counts)


@given(st.integers(0, 2**64), st.lists(st.integers(1, 2**64), max_size=20))
def test_seeded_lots_are_as_described(seed: int, counts: list[int]) -> None:
    dice, words = SeededDice(seed), iter(reference_words(seed, 0, 0))
    for count in counts:
        expected = next(word for word in words if word < 2**64 // count * count) % count
        assert dice.draw(count) == expected < count


def test_seeded_dice_never_change() -> None:
    """Recorded once: the same seed gives the same game in every version."""
    dice = SeededDice(2024)
    expected = [(2, 6, 4), (3, 5, 1), (3, 1), (6,), (2, 6, 5, 5, 5)]
    assert [dice.roll(count) for count in (3, 3, 2, 1, 5)] == expected
    assert [SeededDice(2024, stream).draw(1000) for stream in range(5)] == [419, 979, 489, 697, 949]


def test_tick_skips_words() -> None:
    slow, jumped = SeededDice(5, stream=3), SeededDice(5, stream=3, tick=1000)
    for _ in range(1000):
        slow.word()
    assert [slow.word() for _ in range(5)] == [jumped.word() for _ in range(5)]
    assert slow.tick == jumped.tick == 1005


def test_seeds_and_streams_differ() -> None:
    firsts = {SeededDice(seed, stream).word() for seed in range(40) for stream in range(40)}
    assert len(firsts) == 40 * 40


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_number_means_other_dice(count: int) -> None:
    """The words below 6 ** n give each of the 6 ** n throws once, the first die from the lowest digit."""
    throws = [FixedWords([word]).roll(count) for word in range(6**count)]
    assert sorted(throws) == sorted(product(range(1, 7), repeat=count))
    assert throws == [fall[::-1] for fall in product(range(1, 7), repeat=count)]


@given(st.integers(0, LIMIT - 1))
def test_twenty_dice_are_the_digits_of_a_word(word: int) -> None:
    """So the map from words to twenty dice hits every throw equally often: LIMIT is a multiple of 6 ** 20."""
    source = FixedWords([word])
    dice = [die for count in (3, 3, 3, 3, 3, 3, 2) for die in source.roll(count)]
    assert sum((die - 1) * 6**place for place, die in enumerate(dice)) == word % TWENTY_DICE


def test_words_that_would_bias_dice_are_rejected() -> None:
    assert LIMIT % TWENTY_DICE == 0
    assert 2**64 - LIMIT < TWENTY_DICE
    assert FixedWords([LIMIT, 2**64 - 1, 5]).roll(1) == (6,)
    assert FixedWords([LIMIT - 1]).roll(1) == (6,), "the last word below the limit counts"


def test_words_that_would_bias_lots_are_rejected() -> None:
    count = 2**63 + 1  # nearly half of all words have to go
    assert FixedWords([count, 2**64 - 1, count - 1]).draw(count) == count - 1
    assert FixedWords([2**64 - 1, 4]).draw(3) == 1, "2**64 - 1 is a multiple of three"
    assert FixedWords([2**64 - 1]).draw(2) == 1


def test_dice_that_are_too_few_are_left_in_the_word() -> None:
    source = FixedWords([0, 1])
    assert [source.roll(3) for _ in range(6)] == [(1, 1, 1)] * 6
    assert source.roll(3) == (2, 1, 1), "two dice were left, three are thrown: a new word"


def test_no_dice_need_no_word() -> None:
    assert FixedWords([]).roll(0) == ()


def test_word_dice_need_a_source_of_words() -> None:
    with pytest.raises(NotImplementedError):
        WordDice().roll(1)


def test_system_dice_fall_from_one_to_six() -> None:
    """The probability that a face is missing in 1,800 dice is below 6 * (5 / 6) ** 1800 < 1e-140."""
    dice = SystemDice()
    throws = [dice.roll(3) for _ in range(600)]
    assert {len(throw) for throw in throws} == {3}
    assert {die for throw in throws for die in throw} == {1, 2, 3, 4, 5, 6}
    assert {dice.draw(2) for _ in range(1000)} == {0, 1}


def test_system_words_use_all_64_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.rules.dice.urandom", lambda size: bytes(range(1, 9)) * (size // 8))
    assert SystemDice().word() == 0x0807060504030201


def test_scripted_dice_come_in_order() -> None:
    dice = ScriptedDice([6, 5, 4, 2, 3])
    assert (dice.roll(3), dice.draw(2), dice.roll(1)) == ((6, 5, 4), 1, (3,))
    with pytest.raises(BadDice, match="no dice left"):
        dice.roll(1)
    with pytest.raises(BadDice, match="no dice left"):
        dice.draw(1)


@pytest.mark.parametrize("wrong", [0, 7, -1])
def test_scripted_dice_must_be_possible(wrong: int) -> None:
    with pytest.raises(BadDice, match=f"says {wrong} where 1 to 6"):
        ScriptedDice([wrong]).roll(1)


def test_a_scripted_lot_must_be_possible() -> None:
    assert ScriptedDice([24]).draw(24) == 23
    with pytest.raises(BadDice, match="says 4 where 1 to 3"):
        ScriptedDice([4]).draw(3)


@pytest.mark.parametrize("text", ["365", "3 6 5", "3,6,5", "3-6-5", " 3; 6 +5\n", "3/6/5", "3\u00a06\t5"])
def test_dice_as_people_write_them(text: str) -> None:
    assert parse_dice(text, 3) == (3, 6, 5)


@pytest.mark.parametrize("text", ["307", "3 6 x", "3 6 ５", "３６５", "3.6.5", "0", "7", "²35", "-a"])
def test_characters_that_are_no_dice(text: str) -> None:
    with pytest.raises(BadDice, match=r"a die shows 1 to 6, not '.'"):
        parse_dice(text, 3)


@pytest.mark.parametrize(
    ("text", "count", "words"), [("", 1, "1 die is"), ("36", 1, "1 die is"), ("36", 3, "3 dice are")]
)
def test_too_few_or_too_many_dice(text: str, count: int, words: str) -> None:
    with pytest.raises(BadDice, match=f"{words} wanted, not {len(text)}"):
        parse_dice(text, count)


@given(st.text(), st.integers(0, 6))
def test_any_answer_gives_dice_or_a_sentence(text: str, count: int) -> None:
    try:
        dice = parse_dice(text, count)
    except BadDice:
        return
    assert len(dice) == count
    assert all(die in range(1, 7) for die in dice)


def test_typed_dice_are_asked_for_until_they_are_valid() -> None:
    answers = iter(["", "77", "365", "3 6"])
    asked: list[tuple[int, str | None]] = []

    def ask(count: int, problem: str | None) -> str:
        asked.append((count, problem))
        return next(answers)

    assert TypedDice(ask).roll(2) == (3, 6)
    assert asked == [
        (2, None),
        (2, "2 dice are wanted, not 0"),
        (2, "a die shows 1 to 6, not '7'"),
        (2, "2 dice are wanted, not 3"),
    ]


def test_lots_beside_typed_dice_are_drawn_by_another_source() -> None:
    def ask(count: int, problem: str | None) -> str:
        raise AssertionError("a lot is drawn by the other source")

    assert TypedDice(ask, ScriptedDice([3])).draw(5) == 2
    assert TypedDice(ask).draw(1) == 0
