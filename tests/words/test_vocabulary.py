"""Every name that the engines know has words in both languages, and both files say the same things."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from knobel.bots import BOTS
from knobel.rules import GAMES, boards, schocken
from knobel.rules.dice import multisets
from knobel.rules.game import option_specs
from knobel.words import LANGUAGES, Words, plain_text, preferred_language, source, words


def _written(choice: object) -> str:
    """A choice as it stands in a record: true, not True."""
    return choice if isinstance(choice, str) else msgspec.json.encode(choice).decode()


def _option_keys() -> Iterator[str]:
    for game in GAMES.values():
        for spec in option_specs(game):
            name = f"{game.name}-{spec.name}"
            yield from (f"option-{name}", f"option-{name}-help")
            yield from (f"choice-{name}-{_written(choice)}" for choice in spec.choices)
            if spec.default is None:
                yield f"choice-{name}-none"
        for preset in game.presets:
            yield from (f"preset-{game.name}-{preset}", f"preset-{game.name}-{preset}-help")


def _rank_names() -> set[str]:
    every_house_rule = (schocken.Options(), schocken.Options(jule=True))
    return {schocken.rank(options, dice, True).name for options in every_house_rule for dice, _ in multisets(3)}


def _engine_keys() -> Iterator[str]:
    for game in GAMES:
        yield from (f"game-{game}", f"game-{game}-tagline")
    for rows in boards.ROWS.values():
        yield from (f"row-{row}" for row in rows)
    yield from (f"rank-{name}" for name in _rank_names())
    yield from _option_keys()
    for bot in BOTS:
        yield from (f"bot-{bot}", f"bot-{bot}-help")


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the visitor's protocol
        self.names.add(node.id.name)


class _Mentions(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - the visitor's protocol
        self.names.add(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:  # noqa: N802 - the visitor's protocol
        self.names.add(node.id.name)


def _variables(entry: ast.Message) -> set[str]:
    visitor = _Variables()
    visitor.visit(entry)
    return visitor.names


def _messages(language: str) -> list[ast.Message]:
    resource = FluentParser().parse(source(language))
    junk = [entry.content for entry in resource.body if isinstance(entry, ast.Junk)]
    assert not junk, f"{language}.ftl cannot be read here: {junk}"
    return [entry for entry in resource.body if isinstance(entry, ast.Message)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_the_engines_name_has_words(language: str) -> None:
    say = words(language)
    assert [key for key in _engine_keys() if not say.has(key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_option_names_of_the_words_are_those_of_the_engines(language: str) -> None:
    known = set(_option_keys())
    beginnings = tuple(f"{kind}-{game}-" for kind in ("option", "choice", "preset") for game in GAMES)
    keys = (message.id.name for message in _messages(language))
    assert {key for key in keys if key.startswith(beginnings)} <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_option_help_cites_its_rule(language: str) -> None:
    say = words(language)
    for game in GAMES.values():
        for spec in option_specs(game):
            assert f"({spec.rule})" in say(f"option-{game.name}-{spec.name}-help")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice(language: str) -> None:
    keys = [message.id.name for message in _messages(language)]
    assert sorted(keys) == sorted(set(keys))


def test_both_languages_have_the_same_keys_with_the_same_variables() -> None:
    english, german = ({message.id.name: _variables(message) for message in _messages(code)} for code in ("en", "de"))
    assert english == german


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_needs_another(language: str) -> None:
    """Each is read alone, when somebody asks for it."""
    mentions = _Mentions()
    for message in _messages(language):
        mentions.visit(message)
    assert mentions.names == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_every_key_formats(language: str, count: int) -> None:
    say = words(language)
    for message in _messages(language):
        assert say(message.id.name, **dict.fromkeys(_variables(message), count)).strip()


def test_words_fill_in_values() -> None:
    assert words("de")("rank-schock", x=6) == "Schock 6"


def test_a_missing_key_or_value_is_an_error() -> None:
    say = Words("en")
    with pytest.raises(LookupError):
        say("no-such-key")
    with pytest.raises(KeyError):
        say("rank-schock")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LANGUAGE": "de:en", "LANG": "en_US.UTF-8"}, "de"),
        ({"LANGUAGE": "fr:de", "LANG": "fr_FR.UTF-8"}, "de"),
        ({"KNOBEL_LANG": "de", "LC_ALL": "en_US.UTF-8"}, "de"),
    ],
)
def test_language_comes_from_the_environment(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_messages_read_as_fluent_formats_them(language: str) -> None:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(source(language)))
    say, plain = Words(language), 0
    for message in _messages(language):
        key = message.id.name
        values = {name: f"<{name}>" for name in _variables(message)}
        pattern = bundle.get_message(key).value
        if pattern is None or plain_text(say._entries[key]) is None:
            continue
        plain += 1
        assert say(key, **values) == bundle.format_pattern(pattern, values)[0]
    assert plain > 1000
