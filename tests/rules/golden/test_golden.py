"""Whole games of ZOCK and Zock'n'Roll for every variant, replayed byte for byte."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from knobel.rules import GAMES, records
from knobel.rules.game import option_specs

from . import transcripts


@pytest.mark.parametrize("path", transcripts.files(), ids=lambda path: path.stem)
def test_the_game_replays_byte_for_byte(path: Path) -> None:
    text = path.read_text("utf-8")
    prose, session = transcripts.read(text)
    assert transcripts.write(prose, session) == text
    assert session.result is not None, "a transcript tells a whole game"
    assert records.loads(records.dumps(session)).events == session.events


@pytest.mark.parametrize("game", transcripts.TALES)
def test_every_choice_has_a_transcript(game: str) -> None:
    sessions = [transcripts.read(path.read_text("utf-8"))[1] for path in transcripts.files()]
    played = [msgspec.structs.asdict(session.options) for session in sessions if session.game.name == game]
    for spec in option_specs(GAMES[game]):
        for choice in spec.choices:
            assert any(options[spec.name] == choice for options in played), f"{spec.name}: {choice}"
    if game == "zock":
        assert any(options["chips"] for options in played)
