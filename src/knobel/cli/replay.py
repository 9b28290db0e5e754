"""`knobel replay`: check records and show them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from ..forms import drawing
from ..forms.captions import on_one_line
from ..rules.errors import BadRecord
from ..rules.records import read_bytes, read_file
from ..rules.session import Session
from ..telling.refusals import record_error_text
from ..terminal.sentences import log_lines
from ..words import Words
from .commands import File, as_json, command, lang, speech


@command("replay")
@click.argument("files", nargs=-1, required=True, type=File())
@as_json
@click.option("--moves/--no-moves", default=None)
@click.option("--quiet", "-q", is_flag=True)
@lang
def replay(files: tuple[Path, ...], as_json: bool, moves: bool | None, quiet: bool) -> None:
    """Check records by replaying them, and show them. Exit code 2 if any is wrong."""
    say = speech()
    if moves is None:
        moves = len(files) == 1 and files[0].suffix == ".json"
    wrong = False
    for path in files:
        for line, outcome in _records(path):
            place = f"{path}:{line}" if line else str(path)
            wrong |= isinstance(outcome, BadRecord)
            if as_json:
                print(_as_json(outcome))
            elif isinstance(outcome, BadRecord):
                print(f"{place}: {record_error_text(say, outcome)}", file=sys.stderr)
            elif not quiet:
                print(f"{place}: {_summary(say, outcome)}")
                if moves:
                    _tell(say, outcome)
    if wrong:
        raise click.exceptions.Exit(2)


def _records(path: Path) -> Iterator[tuple[int | None, Session | BadRecord]]:
    return read_bytes(sys.stdin.buffer.read()) if str(path) == "-" else read_file(path)


def _as_json(outcome: Session | BadRecord) -> str:
    answer: dict[str, object]
    if isinstance(outcome, BadRecord):
        answer = {"error": outcome.sentence, "event": outcome.event, "rule": outcome.rule}
    else:
        answer = {"game": outcome.game.name, "finished": outcome.result is not None, "result": outcome.result}
    return msgspec.json.encode(answer).decode()


def _summary(say: Words, session: Session) -> str:
    told = [say(f"game-{session.game.name}"), ", ".join(map(on_one_line, session.players))]
    told.append(say("replay-finished" if session.result else "replay-open", events=len(session.events)))
    return " · ".join(told)


def _tell(say: Words, session: Session) -> None:
    """The whole game in words, with the numbers of the events, then the table as it stands at the end."""
    names = [on_one_line(name) for name in session.players]
    for count, event in enumerate(session.events):
        number = str(count + 1)
        for told in log_lines(say, names, session.state_at(count), event, session.state_at(count + 1)):
            print(f"{number:>5}  {told}")
            number = ""
    print(f"\n{drawing(session.state, names, say.label)}")
