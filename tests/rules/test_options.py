"""Options: defaults, choices, presets, and one clear sentence with a rule number for what is wrong."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.rules import GAMES, find_game
from knobel.rules.chips import Chips
from knobel.rules.errors import BadOptions
from knobel.rules.game import AnyGame, OptionSpec, check_players, option_specs, read_options

# The options of the rule book with their rule, default and other choices, or the least number.
BOOK: dict[str, dict[str, tuple[str, object, list[object] | int | None]]] = {
    "zocknroll": {
        "board": ("N2", "basic", ["pro"]),
        "first_to_decide": ("N6", "starter", ["left_of_starter"]),
        "jorg_counts": ("N13", True, [False]),
        "royal_pairs": ("N15", "456", ["consecutive", "six_alike"]),
    },
    "zock": {
        "variant": ("K5", "basic", ["A", "B", "C"]),
        "two_digit": ("K6", "digits", ["ten_only"]),
        "games": ("K8", 10, 1),
        "referee": ("K9", "strict", ["players"]),
        "chips": ("K10", None, None),
    },
    "schocken": {
        "stones": ("S1", 13, 1),
        "kept_dice": ("S4", "may_return", ["stay"]),
        "covered": ("S5", "third", ["last", "none"]),
        "ties": ("S8", "order", ["throws_then_order"]),
        "length": ("S11", "game", ["half"]),
        "sixes": ("H1", False, [True]),
        "hand_only": ("H2", False, [True]),
        "general_beats_schock2": ("H3", False, [True]),
        "jule": ("H4", False, [True]),
    },
}
CHIPS = {"red": 1, "blue": 2, "yellow": 5, "green": 10}
EVERY = [(game, name) for game, options in BOOK.items() for name in options]


def refused(game: str, options: object) -> BadOptions:
    with pytest.raises(BadOptions) as refusal:
        read_options(find_game(game), options)
    return refusal.value


def test_the_options_are_those_of_the_rule_book() -> None:
    assert list(GAMES) == list(BOOK)
    for name, expected in BOOK.items():
        specs = {spec.name: spec for spec in option_specs(find_game(name))}
        assert list(specs) == list(expected), "in the order of the rules"
        for option, (rule, default, others) in expected.items():
            choices = (default, *others) if isinstance(others, list) else ()
            least = others if isinstance(others, int) else None
            struct = Chips if option == "chips" else None
            assert specs[option] == OptionSpec(option, rule, default, choices, least, struct)


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_what_is_left_out_has_its_default(game: str, option: str) -> None:
    options = read_options(find_game(game), {})
    assert options == find_game(game).options()
    assert getattr(options, option) == BOOK[game][option][1]
    assert msgspec.json.encode(options) == b"{}", "a record leaves defaults out"


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_an_equal_default_is_left_out_of_records_too(game: str, option: str) -> None:
    default = BOOK[game][option][1]
    equal = msgspec.json.decode(msgspec.json.encode(default))
    for options in (read_options(find_game(game), {option: equal}), find_game(game).options(**{option: equal})):
        assert msgspec.json.encode(options) == b"{}"
        assert options == find_game(game).options()


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_every_choice_is_taken(game: str, option: str) -> None:
    _, default, others = BOOK[game][option]
    values = [default, *others] if isinstance(others, list) else [default]
    if isinstance(others, int):
        values += [others, 40, 10**9]
    for value in values:
        assert getattr(read_options(find_game(game), {option: value}), option) == value


def test_chips_are_four_values() -> None:
    assert read_options(find_game("zock"), {"chips": CHIPS}).chips == Chips(1, 2, 5, 10)
    for wrong in (
        {**CHIPS, "red": 0},
        {**CHIPS, "red": True},
        {**CHIPS, "red": 1.5},
        {**CHIPS, "black": 3},
        {"red": 1},
        [1, 2, 5, 10],
        "none",
        5,
        False,
    ):
        assert refused("zock", {"chips": wrong}).rule == "K10"


@pytest.mark.parametrize("chips", [(0, 1, 2, 5), (1, True, 2, 5), (1, 2, 5, 10**10), (1, 2, 5, 1.0)])
def test_the_value_of_a_chip_is_checked_on_construction(chips: tuple[Any, ...]) -> None:
    with pytest.raises(BadOptions, match="whole number from 1") as refusal:
        Chips(*chips)
    assert refusal.value.rule == "K10"


WRONG: list[object] = ["nonsense", "", "Basic", None, [], {}, ["basic"], 1.0, 0, -1, 2.5, b"basic", float("nan")]


@pytest.mark.parametrize(("game", "option"), [pair for pair in EVERY if pair[1] != "chips"])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_a_wrong_value_is_refused_with_the_rule(game: str, option: str, value: object) -> None:
    error = refused(game, {option: value})
    assert error.rule == BOOK[game][option][0]
    assert option in error.sentence


@pytest.mark.parametrize(("game", "option"), EVERY)
@pytest.mark.parametrize("value", [value for value in WRONG if value is not None], ids=repr)
def test_options_are_checked_on_construction(game: str, option: str, value: object) -> None:
    options = find_game(game).options
    for make in (options, lambda **chosen: msgspec.structs.replace(options(), **chosen)):
        with pytest.raises(BadOptions) as refusal:
            make(**{option: value})
        assert refusal.value.rule == BOOK[game][option][0]
        assert option in refusal.value.sentence
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({option: value}, options)


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_true_is_not_one_and_one_is_not_true(game: str, option: str) -> None:
    wrong = (1, 0, "true") if isinstance(BOOK[game][option][1], bool) else (True, False)
    for value in wrong:
        error = refused(game, {option: value})
        assert error.rule == BOOK[game][option][0]
        assert option == "chips" or f"{option} must be" in error.sentence, "it says what would be right"


@pytest.mark.parametrize("game", list(BOOK))
def test_unknown_options_are_an_error(game: str) -> None:
    for unknown in ("stone", "Board", "", "options", "players"):
        error = refused(game, {unknown: 1})
        assert f"{game} has no option {unknown!r}" in error.sentence
        assert error.rule is None
    foreign = next(name for other, options in BOOK.items() if other != game for name in options)
    assert "has no option" in refused(game, {foreign: BOOK}).sentence


@pytest.mark.parametrize("given", [None, [], "", 3, ["board"], True])
def test_options_are_an_object(given: object) -> None:
    assert refused("zock", given).sentence == "options must be an object"


def test_half_a_character_is_no_option() -> None:
    assert refused("zock", {"chips": "\ud800"}).rule == "K10"
    assert refused("zock", {"variant": "\ud800"}).rule == "K5"


def test_options_override_a_preset() -> None:
    game = find_game("schocken")
    pub = {"sixes": True, "hand_only": True, "covered": "last", "ties": "order"}
    assert read_options(game, {"preset": "pub"}) == game.options(**pub)
    for name, value in {"sixes": False, "covered": "none", "ties": "throws_then_order", "stones": 5}.items():
        expected = game.options(**{**pub, name: value})
        assert read_options(game, {"preset": "pub", name: value}) == expected
        assert read_options(game, {name: value, "preset": "pub"}) == expected
    assert refused("schocken", {"preset": "pub", "covered": "always"}).rule == "S5"


@pytest.mark.parametrize(("game", "known"), [("schocken", "pub"), ("zock", "none"), ("zocknroll", "none")])
@pytest.mark.parametrize("preset", ["club", "", None, 3, ["pub"], {"pub": 1}, True])
def test_a_preset_has_to_be_known(game: str, known: str, preset: object) -> None:
    assert refused(game, {"preset": preset}).sentence.endswith(f"it has: {known}")


def test_reading_options_does_not_change_its_argument() -> None:
    given = {"preset": "pub", "stones": 3}
    read_options(find_game("schocken"), given)
    assert given == {"preset": "pub", "stones": 3}


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(EVERY), json_values)
def test_any_value_is_an_option_or_a_sentence(which: tuple[str, str], value: object) -> None:
    game, option = which
    try:
        options = read_options(find_game(game), {option: value})
    except BadOptions as error:
        rule = error.rule
    else:
        assert msgspec.to_builtins(getattr(options, option)) == value
        return
    assert rule == BOOK[game][option][0]


@pytest.mark.rule("N1", "K1", "S1")
@pytest.mark.parametrize(
    ("game", "least", "most", "rule"), [("zocknroll", 3, 12, "N1"), ("zock", 2, 2, "K1"), ("schocken", 2, 24, "S1")]
)
def test_how_many_may_play(game: str, least: int, most: int, rule: str) -> None:
    chosen: AnyGame = find_game(game)
    for players in range(-2, 40):
        if least <= players <= most:
            check_players(chosen, players)
            assert chosen.start(chosen.options(), players).players == players
            continue
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        for refuse in (check_players, lambda game, players: game.start(game.options(), players)):
            with pytest.raises(BadOptions, match=f"{game} is for {wanted} players, not {players}") as refusal:
                refuse(chosen, players)
            assert refusal.value.rule == rule


@pytest.mark.parametrize("name", ["Zock", "", None, 3, ["zock"], {}, b"zock"])
def test_a_game_has_to_be_known(name: object) -> None:
    with pytest.raises(BadOptions, match="must be one of zocknroll, zock, schocken, not"):
        find_game(name)
