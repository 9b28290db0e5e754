"""The texts keep to the chosen words: no phrases that no native speaker would say, and no message that is not used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

import knobel
from knobel.words import LANGUAGES, source, words

ROOT = Path(knobel.__file__).parents[2]

NOT_SAID = {
    "en": [
        *(
            "Take in a",
            "Rather not",
            "Seats and rules",
            "Who plays how",
            "How dice fell",
            "and all are right",
            "takes part for",
        ),
        *(
            "You note",
            "nobody has more",
            "First to begin",
            "goes to You",
            "gets better",
            "next throw fits",
            "at hand says",
        ),
        *(
            "As the host",
            "Play on with",
            "Clock, pace and door",
            "Sound is o",
            "Call out",
            "think again for",
        ),
        *(
            "play along",
            "left lying",
            "As much of a key",
            "when you are three",
            "the own ",
            "in no network",
            "who watches",
        ),
        *(
            "house’s key",
            "the house ",
            "rival",
            "loss point",
            "honest server",
            "Whoever",
            "Somebody",
            "Nobody",
            "Everybody",
        ),
        *("Make the table", "Stand up", "Take back", "Type another"),
    ],
    "de": [
        *(
            "Ton ist a",
            "Niemandes",
            "wird besser",
            "Schock 2 oder mehr",
            "wie vor der Zeile",
            "Wer wie spielt",
            "Bedenken",
        ),
        *(
            "Der Beginner",
            "Es beginnt:",
            "hat das Spiel verloren:",
            "stehen gelassen mit",
            "aus der Hälfte ausgestiegen",
        ),
        *(
            "Gewöhnliche",
            "Partie",
            "Lieber nicht",
            "Strafstein",
            "Protokoll",
            "des Hauses",
            "das Haus ",
            "notier",
            "ehrlich",
        ),
        *("spielen mit.", "Abend am", "Personen", "muss eines von", "dazusetzen"),
    ],
}
"""Phrases of earlier texts, and words for which another one was chosen (see the top of each file)."""


class _Texts(Visitor):
    def __init__(self) -> None:
        self.said: list[str] = []

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802 - the visitor's protocol
        self.said.append(node.value)


def _texts(language: str) -> dict[str, str]:
    found = {}
    for message in FluentParser().parse(source(language)).body:
        if isinstance(message, ast.Message):
            texts = _Texts()
            texts.visit(message)
            found[message.id.name] = " … ".join(texts.said)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_falls_back_into_words_that_were_replaced(language: str) -> None:
    texts = _texts(language)
    assert len(texts) > 1000
    found = [(key, said) for key, text in texts.items() for said in NOT_SAID[language] if said.lower() in text.lower()]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_for_the_reader_are_chosen_by_the_word_for_you(language: str) -> None:
    """`[You]` in English and `[Du]` in German; with another word they would never be chosen."""
    assert set(re.findall(r"\[(You|Du)\]", source(language))) == {words(language)("ui-you")}


def _code() -> str:
    web = [
        path
        for path in (ROOT / "web").rglob("*")
        if path.suffix in {".ts", ".svelte"} and "node_modules" not in path.parts
    ]
    return "\n".join(path.read_text("utf-8") for path in [*(ROOT / "src" / "knobel").rglob("*.py"), *web])


def test_every_message_is_used() -> None:
    """Named in the code, or made there from a beginning or a template: `web-gone-${why}-help`, "record-" + why."""
    keys, code = list(_texts("en")), _code()
    first = "|".join(sorted({key.split("-")[0] for key in keys}))
    named, made = set[str](), set[str]()
    for quote in "`\"'":
        for text, more in re.findall(rf"{quote}((?:{first})(?:-[^{quote}\n]*)?){quote}(\s*\+)?", code):
            pattern = re.sub(r"\$?\{[^}]*\}", "*", text) + ("*" if more else "")
            (made if "*" in pattern else named).add(pattern)
    patterns = [re.escape(each).replace(r"\*", r"[\w-]+") for each in made if re.fullmatch(r"[\w*-]+-[\w*-]*", each)]
    template = re.compile("|".join(patterns))
    assert [key for key in keys if key not in named and not template.fullmatch(key)] == []
