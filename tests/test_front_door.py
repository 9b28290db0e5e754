"""The front door: typed sessions with `import knobel` alone."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any, get_type_hints
from xml.etree import ElementTree

import msgspec
import pytest

import knobel
from knobel import schocken, zock, zocknroll

MODULES = {"zock": zock, "schocken": schocken, "zocknroll": zocknroll}
NAMES = {"zock": ["Anna", "Ben"], "schocken": ["Anna", "Ben", "Cleo"], "zocknroll": ["Anna", "Ben", "Cleo"]}
EVENING = Path(__file__).parent.parent / "examples" / "evening.json"


def before_a_cover() -> zock.Session:
    """Anna has thrown 3 and 6."""
    game = zock.new(["Anna", "Ben"], variant="B")
    game.play(zock.RollOff(((6, 5), (2, 1))))
    game.play(zock.Throw(0, (3, 6)))
    return game


def before_a_stand() -> schocken.Session:
    """Anna has thrown 6, 4 and 1."""
    game = schocken.new(["Anna", "Ben"])
    game.play(schocken.Starter(0))
    game.play(schocken.Throw(0, (), (6, 4, 1)))
    return game


def test_import_knobel_loads_msgspec_only() -> None:
    code = "import sys; before = set(sys.modules); import knobel; print(*(set(sys.modules) - before), sep='\\n')"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    packages = {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names)
    assert packages <= {"knobel", "msgspec", "typing_extensions"}, "msgspec itself imports typing_extensions"
    rooms = {name.split(".")[1] for name in loaded if name.startswith("knobel.")}
    assert rooms <= {"rules", "records", "session", *MODULES}, "bots, forms and the coach are imported when used"


@pytest.mark.parametrize("name", knobel.__all__)
def test_everything_that_is_exported_exists(name: str) -> None:
    assert getattr(knobel, name) is not None


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'knobel' has no attribute 'poker'"):
        knobel.poker  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", MODULES)
def test_the_typed_choices_are_the_options(name: str) -> None:
    module = MODULES[name]
    choices, options = get_type_hints(module.Choices), get_type_hints(module.Options)
    presets = {"preset"} if module.GAME.presets else set()
    assert set(choices) == set(options) | presets
    for option in set(options) - {"chips"}:
        assert choices[option] == options[option], option


@pytest.mark.rule("K5", "K8", "S1")
def test_bad_options_say_the_rule_whichever_way_they_are_made() -> None:
    wrong: dict[str, tuple[Any, dict[str, Any], str]] = {
        "variant": (zock, {"variant": "Z"}, "K5"),
        "games": (zock, {"games": 0}, "K8"),
        "true is no number": (zock, {"games": True}, "K8"),
        "stones": (schocken, {"stones": 0}, "S1"),
        "chips": (zock, {"chips": 5}, "K10"),
        "board": (zocknroll, {"board": "large"}, "N2"),
    }
    for module, options, rule in wrong.values():
        names = NAMES[module.GAME.name]
        for make in (
            lambda module=module, options=options: module.Options(**options),
            lambda module=module, options=options: msgspec.structs.replace(module.Options(), **options),
            lambda module=module, options=options, names=names: module.new(names, **options),
            lambda module=module, options=options, names=names: knobel.new(module.GAME.name, names, options),
            lambda module=module, options=options, names=names: module.Session(names, options),
        ):
            with pytest.raises(knobel.BadOptions) as refused:
                make()
            assert refused.value.rule == rule
            assert next(iter(options)) in refused.value.sentence


@pytest.mark.rule("K10")
def test_chips_are_checked_on_construction() -> None:
    with pytest.raises(knobel.BadOptions, match="K10"):
        zock.Chips(0, 1, 2, 5)
    with pytest.raises(knobel.BadOptions, match="K10"):
        zock.Chips(1, True, 2, 5)
    values = {"red": 1, "blue": 2, "yellow": 5, "green": 10}
    assert zock.new(["Anna", "Ben"], chips=values).options.chips == zock.Chips(1, 2, 5, 10)
    assert zock.new(["Anna", "Ben"], chips=zock.Chips(1, 2, 5, 10)).options.chips == zock.Chips(1, 2, 5, 10)


@pytest.mark.parametrize("players", ["AB", [1, 2], ["Anna", None]])
def test_players_are_a_list_of_names(players: Any) -> None:
    """A string is a sequence of strings, too: "AB" would be two players."""
    for make in (zock.new, zock.Session, lambda names: knobel.new("zock", names)):
        with pytest.raises(knobel.BadOptions, match="players must be a list of names"):
            make(players)


def play_at_random(game: knobel.Session, dice: knobel.DiceSource) -> knobel.Session:
    """For all games: this type-checks because a plain `Session` is one of any game."""
    while not game.over:
        game.roll(dice)
        if game.seat is not None:
            game.play(game.ask("random", dice), dice=dice)
    return game


@pytest.mark.parametrize("name", MODULES)
def test_one_function_plays_all_games(name: str) -> None:
    game = play_at_random(knobel.new(name, NAMES[name]), knobel.SeededDice(7))
    assert knobel.loads(knobel.dumps(game)).result == game.result is not None


def test_a_session_is_one_of_a_game_with_its_options() -> None:
    with pytest.raises(TypeError, match="a session belongs to one game"):
        knobel.Session(["Anna", "Ben"])
    with pytest.raises(knobel.BadOptions, match="options must be an object"):
        zock.Session(["Anna", "Ben"], schocken.Options())
    assert zock.Session(["Anna", "Ben"], zock.Options(games=2)).options.games == 2


def test_a_number_of_players_that_the_rules_do_not_allow() -> None:
    with pytest.raises(knobel.BadOptions, match=r"zock is for exactly 2 players, not 1 \(K1\)"):
        zock.new(["Anna"])


def test_unknown_names_get_suggestions() -> None:
    game = before_a_cover()
    for ask, near in (
        (lambda: knobel.new("schoken", ["Anna", "Ben"]), "schocken"),
        (lambda: knobel.new("zock", ["Anna", "Ben"], {"varaint": "B"}), "variant"),
        (lambda: knobel.new("schocken", ["Anna", "Ben"], {"preset": "pup"}), "pub"),
        (lambda: game.ask("stong"), "strong"),
        (lambda: knobel.make_bot("mastre", "zock"), "master"),
        (lambda: knobel.make_bot("master", "zok"), "zock"),
        (lambda: game.play({"e": "covre", "seat": 0, "fields": [9]}), "cover"),
    ):
        with pytest.raises(knobel.KnobelError, match=f"did you mean {near}?"):
            ask()


def test_a_new_game_waits_for_dice() -> None:
    game = zock.new(["Anna", "Ben"], variant="B")
    assert (game.seat, game.moves, game.over, game.result) == (None, (), False, None)
    assert game.options == zock.Options(variant="B")


@pytest.mark.parametrize(("name", "seed"), list(product(MODULES, range(3))))
def test_roll_goes_on_until_a_seat_decides_or_the_game_is_over(name: str, seed: int) -> None:
    game, dice = knobel.new(name, NAMES[name]), knobel.SeededDice(seed)
    rolled = game.roll(dice)
    assert list(rolled) == game.events
    assert rolled
    while not game.over:
        assert game.seat is not None
        assert game.moves
        assert game.roll(dice) == (), "there is nothing to roll while a seat decides"
        assert all(game.check(msgspec.to_builtins(move)) is None for move in game.moves)
        game.play(msgspec.to_builtins(game.moves[-1]), dice=dice)
        game.roll(dice)
    assert (game.seat, game.moves) == (None, ())
    assert game.result is not None
    assert knobel.dumps(knobel.loads(knobel.dumps(game))) == knobel.dumps(game)


def test_a_move_throws_its_face_down_dice() -> None:
    game = before_a_stand()
    again = next(move for move in game.moves if move.dice)
    assert again == schocken.Throw(0, (), (0, 0, 0))
    game.play(again, dice=knobel.ScriptedDice([2, 2, 3]))
    assert game.events[-1] == schocken.Throw(0, (), (2, 2, 3))


def test_a_move_with_dice_needs_a_source() -> None:
    game = before_a_stand()
    with pytest.raises(
        knobel.IllegalEvent, match=r"face down: give a dice source, as in play\(move, dice=dice\) \(R2\)"
    ):
        game.play(game.moves[1])
    with pytest.raises(knobel.IllegalEvent, match="stand or to throw again"):
        game.play(schocken.Throw(1))
    assert len(game.events) == 2


def test_an_illegal_move_takes_no_dice() -> None:
    game, dice = before_a_stand(), knobel.SeededDice(1)
    with pytest.raises(knobel.IllegalEvent):
        game.play(schocken.Throw(1), dice=dice)
    assert dice.roll(3) == knobel.SeededDice(1).roll(3)


def test_plain_data_is_played_and_refused_like_events() -> None:
    game = before_a_cover()
    game.play({"e": "cover", "seat": 0, "fields": [9]})
    assert game.events[-1] == zock.Cover(0, (9,))
    for wrong in ({"e": "cover", "seat": 0}, {}, "cover", None):
        with pytest.raises(knobel.IllegalEvent):
            game.play(wrong)  # type: ignore[arg-type]


@pytest.mark.rule("K5", "K4")
def test_check_says_why_not_and_changes_nothing() -> None:
    game = before_a_cover()
    assert game.check(game.moves[0]) is None
    assert game.check({"e": "cover", "seat": 0, "fields": [9]}) is None
    for event, rule in (
        (zock.Cover(0, (3, 5)), "K5"),
        (zock.Cover(1, (9,)), "K4"),
        ({"e": "cover", "seat": 0, "fields": [3, 5]}, "K5"),
    ):
        reason = game.check(event)
        assert reason is not None
        assert reason.rule == rule
        assert str(reason).endswith(f"({rule})")
    assert len(game.events) == 2
    assert before_a_stand().check(schocken.Throw(0, (6,), (0, 0))) is None, "its dice are still to be thrown"
    assert before_a_stand().check(schocken.Throw(0, (5,), (0, 0))) is not None


def test_undo_is_the_session_before_the_last_event() -> None:
    game = before_a_cover()
    before = game.state
    game.play(game.moves[0])
    assert game.undo() is game
    assert game.state is before
    assert len(game.events) == 2
    game.undo().undo()
    with pytest.raises(knobel.IllegalEvent, match="nothing to undo"):
        game.undo()


def test_a_bot_answers_for_the_seat_that_decides() -> None:
    game = before_a_cover()
    assert game.ask("strong") in game.moves
    assert game.ask("random", knobel.SeededDice(1)) == game.ask("random", knobel.SeededDice(1))
    with pytest.raises(knobel.IllegalEvent, match="roll the dice first"):
        zock.new(["Anna", "Ben"]).ask("casual")
    with pytest.raises(knobel.IllegalEvent, match="the game is over"):
        schocken.load(EVENING).ask("casual")
    assert knobel.make_bot("casual", "zock").choose(game.view(0)) in game.moves


def test_the_coach_analyses_the_game() -> None:
    game = knobel.play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=3)
    analysis = game.coach()
    assert len(analysis.moments) == len(game.events)
    assert [player.name for player in analysis.summaries] == ["Anna", "Ben"]


def test_a_session_shows_names_and_its_position() -> None:
    game = before_a_cover()
    assert "▶ Anna  1 2 3" in str(game)
    assert repr(game) == "zock.Session(['Anna', 'Ben'], 'zock variant=B cover 0 36 123456789/123456789 - - - -')"
    assert knobel.parse(repr(game).split("'")[5]) == game.state
    words = {element.text for element in ElementTree.fromstring(game.svg()).iter() if element.text}
    assert {"Anna", "Ben"} <= words
    assert game._repr_svg_() == game.svg()


@pytest.mark.parametrize("name", MODULES)
def test_records_are_loaded_as_the_session_of_their_game(name: str, tmp_path: Path) -> None:
    game = knobel.play_out(name, NAMES[name], seed=2)
    path = tmp_path / "game.json"
    knobel.dump(game, path)
    for loaded in (knobel.load(path), knobel.load(str(path)), MODULES[name].load(path)):
        assert type(loaded) is MODULES[name].Session
        assert loaded.events == game.events
        assert loaded.result == game.result
    other = schocken if name != "schocken" else zock
    with pytest.raises(knobel.BadRecord, match=f"this is a record of {name}, not of {other.GAME.name}"):
        other.load(path)


def test_what_a_record_says_about_its_dice_is_kept_until_the_game_changes() -> None:
    fair = {"commitment": "0f", "wants": [1, 2.5, None]}
    record = json.dumps({**json.loads(EVENING.read_text()), "fair": fair}, separators=(",", ":"))
    game = knobel.loads(record)
    assert game.fair == fair
    assert json.loads(knobel.dumps(game)) == json.loads(record)
    game.undo()
    assert game.fair is None
    assert "fair" not in json.loads(knobel.dumps(game))
    assert knobel.loads(knobel.dumps(game)).fair is None


def test_load_wants_one_record(tmp_path: Path) -> None:
    record = EVENING.read_text().strip()
    several = tmp_path / "several.jsonl"
    several.write_text(f"{record}\n{record}\n")
    with pytest.raises(knobel.BadRecord, match="holds 2 records, not one"):
        knobel.load(several)
    several.write_text(f"{record}\n\n")
    assert len(knobel.load(several).events) == 23
    with pytest.raises(knobel.BadRecord, match="cannot be read"):
        knobel.load(tmp_path / "missing.json")
    with pytest.raises(knobel.BadRecord, match="a JSON object"):
        knobel.loads("[]")
