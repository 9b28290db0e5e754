"""`knobel verify`: check that nobody has steered the dice of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
import typer

from ..fair.records import load
from ..fair.verify import Verified, Wrong
from ..fair.verify import verify as check
from ..rules.errors import BadRecord
from ..rules.forms.labels import on_one_line
from ..rules.records import texts_in, texts_in_file
from ..rules.session import Session
from ..words import Words
from .language import Lang, speech

NOT_COVERED = "this record says nothing about where its dice came from: games in the terminal, with real dice and from \
older versions are not covered"

Outcome: TypeAlias = tuple[Session, Verified] | Wrong


def verify(
    files: Annotated[list[Path], typer.Argument(help="Records: .json, .jsonl (one a line), or - for standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON per record.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only what is wrong.")] = False,
    lang: Lang = None,
) -> None:
    """Check the dice of games that were played at a server's table, throw by throw, from their records.

    The dice have to be those that the server's keys and the secrets of the players' devices give, all of which were
    promised before. Exit code 2 if any throw is wrong, or if a record says nothing about its dice.
    """
    say, wrong = speech(), False
    for path in files:
        for place, outcome in _outcomes(path):
            wrong |= isinstance(outcome, Wrong)
            if as_json:
                print(_as_json(outcome))
            elif isinstance(outcome, Wrong):
                print(f"{place}: {_sentence(outcome)}", file=sys.stderr)
            elif not quiet:
                print(f"{place}: {_told(say, *outcome)}")
    if wrong:
        raise typer.Exit(2)


def _outcomes(path: Path) -> list[tuple[str, Outcome]]:
    try:
        texts = texts_in(sys.stdin.buffer.read()) if str(path) == "-" else texts_in_file(path)
    except BadRecord as error:
        return [(str(path), Wrong(str(error)))]
    return [(f"{path}:{line}" if line else str(path), _checked(text)) for line, text in texts]


def _checked(text: bytes) -> Outcome:
    try:
        session, fair = load(text)
    except BadRecord as error:
        return Wrong(str(error), error.event)
    if fair is None:
        return Wrong(NOT_COVERED)
    found = check(fair, session)
    return (session, found) if isinstance(found, Verified) else found


def _as_json(outcome: Outcome) -> str:
    answer: dict[str, object]
    if isinstance(outcome, Wrong):
        answer = {"verified": False, "error": outcome.sentence, "event": outcome.event}
    else:
        session, found = outcome
        answer = {"verified": True, "game": session.game.name, **msgspec.structs.asdict(found)}
    return msgspec.json.encode(answer).decode()


def _sentence(wrong: Wrong) -> str:
    return wrong.sentence if wrong.event is None else f"event {wrong.event}: {wrong.sentence}"


def _told(say: Words, session: Session, found: Verified) -> str:
    """That all is right, and whose device had no part in what."""
    told = [say("verify-right", game=say(f"game-{session.game.name}"), throws=found.throws)]
    if found.taken:
        told.append(say("verify-taken", events=found.taken))
    if found.alone:
        told.append(say("verify-alone", throws=found.alone))
    seats = list(zip(map(on_one_line, session.players), found.without, found.absent, found.changes, strict=True))
    if none := [name for name, without, *_ in seats if without == found.throws > 0]:
        told.append(say("verify-none", names=", ".join(none)))
    for name, without, absent, changes in seats:
        if 0 < without < found.throws:
            told.append(say("verify-without", name=name, throws=without))
        if absent:
            told.append(say("verify-absent", name=name, times=absent))
        if changes:
            told.append(say("verify-changes", name=name, times=changes))
    return " · ".join(told)
