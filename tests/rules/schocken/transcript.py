"""Golden transcripts: whole games of Schocken as text that a person can follow and a test can replay.

`python -m tests.rules.schocken.transcript` writes the comments of all transcripts anew from their events; what
changed is then to be read in the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from knobel.rules import schocken
from knobel.rules.game import read_event
from knobel.rules.schocken import Stand, Starter, State, Throw
from knobel.rules.session import Session

FOLDER: Final = Path(__file__).parent.parent / "golden"
COLUMN: Final = 64
SIXES: Final = {1: "makes a 1 of two sixes", 2: "makes two 1s of three sixes"}


def files() -> list[Path]:
    return sorted(FOLDER.glob("schocken-*.txt"))


def read(text: str) -> tuple[str, Session]:
    """The explanation above a transcript, and its game."""
    prose, _, rest = text.partition("\n\n")
    header, *lines = rest.splitlines()
    table = json.loads(header)
    session = Session("schocken", table["players"], table["options"])
    for line in lines:
        if line.startswith('{"e":'):
            session.play(read_event(session.game, json.JSONDecoder().raw_decode(line)[0]))
    return prose, session


def write(prose: str, session: Session) -> str:
    return "\n".join((prose, "", *_lines(session), ""))


def _lines(session: Session) -> Iterator[str]:
    yield _json({"options": session.options, "players": session.players})
    yield ""
    for index, event in enumerate(session.events):
        before, after = session.state_at(index), session.state_at(index + 1)
        assert isinstance(before, State)
        assert isinstance(after, State)
        yield f"{_json(event):<{COLUMN}}{_told(event, after, session.players)}"
        if after.rounds > before.rounds:
            yield from (f"{'':<{COLUMN}}{line}" for line in _lifted(before, after, session.players))
            yield ""
    yield _json(session.result)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _told(event: object, after: State, names: tuple[str, ...]) -> str:
    match event:
        case Starter(seat=seat):
            return f"{names[seat]} begins"
        case Stand(seat=seat):
            return f"{names[seat]} stands"
        case Throw(seat=seat, keep=keep, flip=flip):
            seen = schocken.view(after, None).hands[seat]
            turned = f"{SIXES[flip]}, " if isinstance(flip, int) else ""
            kept = f"keeps {_dice(keep)}, " if keep else ""
            return f"{names[seat]} {turned}{kept}throws {_dice(seen.thrown)}"
        case _:
            raise TypeError(event)


def _lifted(before: State, after: State, names: tuple[str, ...]) -> Iterator[str]:
    """All cups are up: the throws from the best to the lowest, and where the stones went."""
    shown = []
    for seat in schocken.standings(after):
        hand = after.hands[seat]
        kind = schocken.hand_rank(after, seat).name
        dice = sorted(hand.kept + hand.thrown, reverse=not kind.startswith("schock"))  # 116, but 665
        shown.append(f"{names[seat]} {''.join(map(str, dice))} {kind}")
    yield f"= round {after.rounds}: {' > '.join(shown)}"
    loser = names[schocken.standings(after)[-1]]
    if after.lost != before.lost:
        parts = ("the first half", "the second half", "the final") if after.options.length == "game" else ("the half",)
        yield f"= {loser} loses {parts[len(before.lost)]}"
    else:
        stones = ", ".join(f"{name} {count}" for name, count in zip(names, after.stones, strict=True) if count)
        yield f"= {loser} takes the stones; middle {after.middle}, {stones}"


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join("?" if die == 0 else str(die) for die in sorted(dice, reverse=True))


if __name__ == "__main__":
    for path in files():
        path.write_text(write(*read(path.read_text("utf-8"))), "utf-8")
