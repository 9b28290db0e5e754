"""The rule pages: complete in both languages, and true to the engines where a test can tell."""

from __future__ import annotations

import re

import msgspec
import pytest

from knobel.rules import GAMES, boards, schocken, zock
from knobel.rules.game import option_specs
from knobel.words import LANGUAGES, words
from knobel.words.rulebook import REAL_DICE, page_with_summary, plain_page, rulebook, summary

NUMBERS = {
    "zocknroll": [f"N{number}" for number in range(1, 16)],
    "zock": [f"K{number}" for number in range(1, 11)],
    "schocken": [*(f"S{number}" for number in range(1, 12)), *(f"H{number}" for number in range(1, 5))],
}

REAL = [f"R{number}" for number in range(1, 8)]

every_page = pytest.mark.parametrize(("game", "language"), [(game, code) for game in GAMES for code in LANGUAGES])
both_languages = pytest.mark.parametrize("language", LANGUAGES)
DEFAULT = {"en": "(default)", "de": "(Standard)"}


@every_page
def test_page_has_exactly_the_rules_in_order(game: str, language: str) -> None:
    book = rulebook(game, language)
    assert list(book.rules) == [*NUMBERS[game], *REAL]
    assert set(re.findall(r"\b[NKSHR]\d+\b", book.text)) == {*NUMBERS[game], *REAL}


@both_languages
def test_real_dice_have_a_page_of_their_own(language: str) -> None:
    book = rulebook(REAL_DICE, language)
    assert list(book.rules) == REAL
    assert page_with_summary(REAL_DICE, language) == book.text
    assert all(book.rules == {number: rulebook(game, language).rules[number] for number in REAL} for game in GAMES)


@every_page
def test_rules_hold_all_text_between_their_headings(game: str, language: str) -> None:
    text, rules = rulebook(game, language)
    for number, rule in rules.items():
        heading, body = rule.split("\n\n", 1)
        assert heading.startswith(f"### {number} · ")
        assert "#" not in body
        _, after = text.split(rule)
        assert after.lstrip().startswith(("#", "---"))


@every_page
def test_options_stand_with_their_rule(game: str, language: str) -> None:
    rules = rulebook(game, language).rules
    for spec in option_specs(GAMES[game]):
        assert f"Option `{spec.name}`" in rules[spec.rule]
        assert DEFAULT[language] in rules[spec.rule]
        for choice in spec.choices:
            written = choice if isinstance(choice, str) else msgspec.json.encode(choice).decode()
            default = f" {DEFAULT[language]}" if choice == spec.default else ""
            assert f"`{written}`{default}" in rules[spec.rule]
            if not default:
                assert f"`{written}` {DEFAULT[language]}" not in rules[spec.rule]


@both_languages
@pytest.mark.parametrize(("game", "option", "default"), [("zock", "games", 10), ("schocken", "stones", 13)])
def test_numbers_have_the_default_of_the_engine(language: str, game: str, option: str, default: int) -> None:
    spec = next(spec for spec in option_specs(GAMES[game]) if spec.name == option)
    assert spec.default == default
    assert f"{default} {DEFAULT[language]}" in rulebook(game, language).rules[spec.rule]


@both_languages
def test_boards_are_those_of_the_engine(language: str) -> None:
    say = words(language)
    lines = re.findall(r"^\| ([^|(]+?)(?: \([^|]*\))? \| (\d+) \|", rulebook("zocknroll", language).rules["N2"], re.M)
    both = [*boards.BASIC, *boards.PRO]
    assert lines == [(say(f"row-{row}"), str(value)) for row, value, _ in both]


@both_languages
def test_dice_combinations_of_the_examples_are_right(language: str) -> None:
    """The dice of N7, N9 and N10 form what the page says."""
    rules = rulebook("zocknroll", language).rules
    told = {
        "N7": [("3 4 5", "3 5", "two_pairs")],
        "N9": [("3 4 5", "3 4", "full_house")],
        "N10": [
            ("3 4 4 5 6", "1 2", "large_straight"),
            ("3 4 4 5 6", "3 3", "full_house"),
            ("2 2 5 5 5", "1 5", "four_of_a_kind"),
            ("2 2 5 5 5", "2 2", "four_of_a_kind"),
        ],
    }
    for number, examples in told.items():
        for white, cup, row in examples:
            for dice_told in (white, cup):
                assert re.search(rf"(?<!\d ){dice_told}(?! \d)", " ".join(rules[number].split()))
            fourth = "4" if number == "N9" else ""
            dice = tuple(sorted(map(int, (white + cup + fourth).replace(" ", ""))))
            assert boards.formed("basic", "456", dice)[0] == row


@both_languages
@pytest.mark.parametrize(("variant", "dice"), [("B", (3, 6)), ("C", (3, 4)), ("C", (6, 6))])
def test_covers_of_the_examples_are_those_of_the_engine(language: str, variant: str, dice: tuple[int, int]) -> None:
    text = " ".join(rulebook("zock", language).rules["K5"].split())
    x, y = dice
    examples = re.findall(r"In ([BC])[, a-z]+ (\d) (?:and|und) (\d)[ a-z]*:? (.+?)\.", text, re.I)
    told = next(covers for named, *pair, covers in examples if named == variant and sorted(pair) == [str(x), str(y)])
    fields = re.findall(r"\b\d(?:\+\d)?\b", told)  # 12 and 36 stand there as numbers, not as fields
    found = {tuple(map(int, cover.split("+"))) for cover in fields}
    assert found == set(zock.offers(variant, "digits", dice))


@both_languages
def test_stones_of_the_throws_are_those_of_the_engine(language: str) -> None:
    say, told = words(language), rulebook("schocken", language).rules["S7"]
    options = schocken.Options()
    for dice in ((2, 2, 2), (1, 2, 3), (1, 2, 2)):
        rank = schocken.rank(options, dice, True)
        assert re.search(rf"^\| {say(f'rank-{rank.name}')}\b.*\| {rank.stones} \|$", told, re.M)


@every_page
def test_page_ends_with_whose_the_names_are(game: str, language: str) -> None:
    note = rulebook(game, language).text.rsplit("---", 1)[1]
    assert {"en": "unofficial", "de": "inoffiziell"}[language] in note


def test_royal_pairs_are_called_an_interpretation() -> None:
    assert "interpretation" in rulebook("zocknroll", "en").rules["N15"]
    assert "Auslegung" in rulebook("zocknroll", "de").rules["N15"]


@every_page
def test_summary_is_read_in_a_minute(game: str, language: str) -> None:
    steps = summary(game, language)
    assert 3 <= len(steps) <= 5
    assert sum(len(step.split()) for step in steps) <= 120


@every_page
def test_summary_comes_before_the_first_rule(game: str, language: str) -> None:
    page = plain_page(page_with_summary(game, language), 1000)
    steps = [page.index(f"\n{number}. {step}\n") for number, step in enumerate(summary(game, language), 1)]
    assert steps == sorted(steps)
    assert steps[-1] < page.index(f"\n{NUMBERS[game][0]} · ")


@both_languages
@pytest.mark.parametrize(("dice", "covers"), [((3, 6), {(3, 6), (9,)}), ((5, 5), {(1,)}), ((6, 6), {(1, 2)})])
def test_throws_in_the_summary_of_zock_cover_what_it_says(
    language: str, dice: tuple[int, int], covers: set[tuple[int, ...]]
) -> None:
    assert set(zock.offers("basic", "digits", dice)) == covers
    named = "3 and 6" if language == "en" else "3 und 6"
    assert named in summary("zock", language)[1]
    assert all(number in summary("zock", language)[2] for number in ("10", "11", "12"))
