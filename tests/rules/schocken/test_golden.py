"""Whole games of Schocken for every variant and house rule, replayed byte for byte."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from knobel.rules import records
from knobel.rules.game import option_specs
from knobel.rules.schocken import GAME

from . import transcript

FILES = transcript.files()


@pytest.mark.rule("S2", "S4", "S5", "S8", "S9", "S10", "S11", "H1", "H2", "H3", "H4")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_replays_byte_for_byte(path: Path) -> None:
    text = path.read_text("utf-8")
    prose, session = transcript.read(text)
    assert transcript.write(prose, session) == text
    assert session.result is not None, "a transcript tells a whole game"
    assert records.loads(records.dumps(session)).events == session.events


def test_every_choice_has_a_transcript() -> None:
    played = [msgspec.structs.asdict(transcript.read(path.read_text("utf-8"))[1].options) for path in FILES]
    for spec in option_specs(GAME):
        for choice in spec.choices:
            assert any(options[spec.name] == choice for options in played), f"{spec.name}: {choice}"
