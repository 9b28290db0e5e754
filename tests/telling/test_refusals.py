"""Every refusal can be told in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from knobel import rules, table
from knobel.rules.errors import BadRecord, KnobelError
from knobel.serve.messages import Refused
from knobel.telling.phrase import render
from knobel.telling.refusals import error_text, record_error_text, refusal
from knobel.words import LANGUAGES, source, words


def _named_by_rules_and_tables() -> set[str]:
    """All rule numbers that stand as text in the code of rules and tables: those are the ones that refusals carry."""
    files = [path for package in (rules, table) for path in Path(str(package.__file__)).parent.glob("*.py")]
    return {rule for path in files for rule in re.findall(r'"([NKSHR]\d+)"', path.read_text("utf-8"))}


def _kinds() -> set[str]:
    return set(get_args(get_type_hints(Refused)["why"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_one_sentence_and_names_its_rule(language: str) -> None:
    for reason in _named_by_rules_and_tables() | _kinds():
        told = refusal(reason)
        assert told is not None, reason
        sentence = render(words(language), told)
        assert sentence.endswith(f"({reason})." if reason not in _kinds() else ".")


def test_no_sentence_is_left_over() -> None:
    known = set(re.findall(r"^refusal-(\w+) =", source("en"), re.MULTILINE))
    assert known == _named_by_rules_and_tables() | _kinds()


def test_what_no_rule_decides_has_no_phrase() -> None:
    assert refusal(None) is None
    assert refusal("N99") is None


def test_reasons_of_the_operating_system_are_translated() -> None:
    error = KnobelError("x cannot be written: Permission denied", key="error-write", file="x", why="Permission denied")
    assert error_text(words("de"), error) == "x lässt sich nicht schreiben: Der Zugriff ist nicht erlaubt"
    missing = BadRecord("the file cannot be read", why="file", what="No such file or directory")
    assert record_error_text(words("de"), missing).endswith(": Die Datei oder den Ordner gibt es nicht.")
