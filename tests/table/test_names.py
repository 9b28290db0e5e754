"""Names: normalization, refusals, uniqueness."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.table import Refusal
from knobel.table.names import BOT_NAMES, LONGEST, clean, first_free, unique


@pytest.mark.parametrize(
    ("text", "name"),
    [(" Anna ", "Anna"), ("<b>x</b>", "<b>x</b>"), ("Jo\u0308rg", "Jörg"), ("a\t\n b", "a b"), ("x" * 24, "x" * 24)],
)
def test_spaces_are_trimmed(text: str, name: str) -> None:
    assert clean(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "x" * 25,
        "a\u202eb",
        "a\x00b",
        "\ud800",
        "a\u200bb",
        "\u3164",
        "\u2800a",
        "\u0301a",
        "Z" + "\u0334" * 5,
    ],
)
def test_invalid_names_are_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean(text)
    assert refused.value.why == "malformed"
    assert refused.value.sentence.isprintable()


@given(st.text(max_size=60))
def test_cleaning_is_idempotent(text: str) -> None:
    try:
        name = clean(text)
    except Refusal:
        return
    assert clean(name) == name
    assert 1 <= len(name) <= LONGEST


@given(st.text(st.characters(categories=["L"]), min_size=1, max_size=24), st.integers(1, 12))
def test_numbers_make_names_unique(name: str, count: int) -> None:
    taken: list[str] = []
    for _ in range(count):
        taken.append(unique(name, taken))
        assert len(taken[-1]) <= LONGEST
    assert len({one.casefold() for one in taken}) == count


def test_there_is_a_name_for_every_bot() -> None:
    taken: list[str] = []
    for _ in range(30):
        taken.append(first_free(BOT_NAMES, taken))
    assert len(set(taken)) == 30
    assert taken[24] == "Zenzi 2"


@pytest.mark.parametrize("text", ["Zoë", "Đặng", "שָׁלוֹם", "สมชาย", "🎲", "❤\ufe0f", "Anna (2)"])
def test_names_of_all_scripts_are_accepted(text: str) -> None:
    assert clean(text) == normalize("NFC", text)


@pytest.mark.parametrize("other", ["ANNA", "Ａｎｎａ", "Anna\ufe0f"])
def test_names_that_look_the_same_get_a_number(other: str) -> None:
    assert unique(clean(other), ["Anna"]).endswith(" 2")
