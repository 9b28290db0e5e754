"""`knobel replay`: check records and show them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ..rules.errors import BadRecord
from ..rules.forms import drawing
from ..rules.records import read_file, read_records
from ..rules.session import Session
from ..terminal.narration import narrate
from ..words import Words, preferred_language, words


def replay(
    files: Annotated[list[Path], typer.Argument(help="Records: .json, .jsonl (one a line), or - for standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON per record.")] = False,
    moves: Annotated[
        bool | None, typer.Option("--moves/--no-moves", help="Tell every event; by default for a single .json record.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only what is wrong.")] = False,
) -> None:
    """Check records by replaying them, and show them. Exit code 2 if any is wrong."""
    say = words(preferred_language())
    if moves is None:
        moves = len(files) == 1 and files[0].suffix == ".json"
    wrong = False
    for path in files:
        for line, outcome in _records(path):
            wrong |= isinstance(outcome, BadRecord)
            if as_json:
                print(_as_json(outcome))
            elif isinstance(outcome, BadRecord):
                print(f"{path}:{line}: {_sentence(outcome)}", file=sys.stderr)
            elif not quiet:
                print(f"{path}:{line}: {_summary(say, outcome)}")
                if moves:
                    _tell(say, outcome)
    if wrong:
        raise typer.Exit(2)


def _records(path: Path) -> Iterator[tuple[int, Session | BadRecord]]:
    if str(path) == "-":
        return read_records(sys.stdin.buffer.read().splitlines())
    return read_file(path)


def _as_json(outcome: Session | BadRecord) -> str:
    answer: dict[str, object]
    if isinstance(outcome, BadRecord):
        answer = {"error": outcome.sentence, "event": outcome.event, "rule": outcome.rule}
    else:
        answer = {"game": outcome.game.name, "finished": outcome.result is not None, "result": outcome.result}
    return msgspec.json.encode(answer).decode()


def _sentence(error: BadRecord) -> str:
    return f"event {error.event}: {error}" if error.event is not None else str(error)


def _summary(say: Words, session: Session) -> str:
    told = [say(f"game-{session.game.name}"), ", ".join(session.players)]
    told.append(say("replay-finished" if session.result else "replay-open", events=len(session.events)))
    return " · ".join(told)


def _tell(say: Words, session: Session) -> None:
    """The whole game in words, then the table as it stands at the end."""
    for count, event in enumerate(session.events):
        for told in narrate(say, session.players, session.state_at(count), event, session.state_at(count + 1)):
            print(f"  {told}")
    print(f"\n{drawing(session.state, session.players, say.label)}")
