"""`knobel verify`: verify the dice of recorded games against the commitments."""

from __future__ import annotations

import sys
from collections.abc import Set
from pathlib import Path
from typing import TypeAlias

import click
import msgspec

from ..fair.transcript import load_until
from ..fair.verify import Verified, Wrong
from ..fair.verify import verify as check
from ..forms.captions import on_one_line
from ..rules.errors import BadRecord
from ..rules.real_dice import has_real_dice
from ..rules.records import texts_in, texts_in_file
from ..rules.session import Session
from ..telling.refusals import record_error_text
from ..words import Words, words
from .commands import File, as_json, command, lang, speech


class Unclear(msgspec.Struct):
    """A record that cannot be checked, and why."""

    sentence: str
    event: int | None = None
    why: BadRecord | None = None
    key: str = ""


Outcome: TypeAlias = tuple[Session, Verified] | Wrong | Unclear


@command("verify")
@click.argument("files", nargs=-1, required=True, type=File())
@as_json
@click.option("--quiet", "-q", is_flag=True)
@click.option("--strict", is_flag=True)
@click.option("--bot", metavar="name", multiple=True)
@lang
def verify(files: tuple[Path, ...], as_json: bool, quiet: bool, strict: bool, bot: tuple[str, ...]) -> None:
    """Verify the dice of records, throw by throw, against the committed server keys and device secrets.

    Exit code 1 if a throw is wrong or an event breaks the rules, 2 if a record cannot be read or no throw is covered.
    With --strict also 1 if the game is not finished, if a throw came from the server alone or a player's device, other
    than a --bot's, had no part in it, if a device began a new chain, or if events came from another game.
    """
    say, code, bots = speech(), 0, frozenset(bot)
    for path in files:
        for place, outcome in _outcomes(path):
            whole = _whole(outcome, bots)
            if isinstance(outcome, Unclear):
                code = code or 2
            elif isinstance(outcome, Wrong) or (strict and not whole):
                code = 1
            if as_json:
                print(_as_json(outcome, whole=whole))
            elif isinstance(outcome, Wrong | Unclear):
                print(f"{place}: {_sentence(say, outcome)}", file=sys.stderr)
            elif strict and not whole:
                print(f"{place}: {say('verify-strict', why=_doubts(say, *outcome, bots))}", file=sys.stderr)
            elif not quiet:
                print(f"{place}: {_told(say, *outcome)}")
    if code:
        raise click.exceptions.Exit(code)


def _outcomes(path: Path) -> list[tuple[str, Outcome]]:
    try:
        texts = texts_in(sys.stdin.buffer.read()) if str(path) == "-" else texts_in_file(path)
    except BadRecord as error:
        return [(str(path), Unclear(str(error), why=error))]
    return [(f"{path}:{line}" if line else str(path), _checked(text)) for line, text in texts]


def _checked(text: bytes) -> Outcome:
    try:
        session, fair, refused = load_until(text)
    except BadRecord as error:
        return Unclear(str(error), error.event, error)
    if fair is None and refused is not None:
        return Unclear(str(refused), refused.event, refused)
    if fair is None:
        return _unclear("verify-real-dice" if has_real_dice(session.events) else "verify-not-covered")
    found = check(fair, session, refused)
    if isinstance(found, Wrong):
        return found
    return (session, found) if found.throws else _unclear("verify-no-throws")


def _unclear(key: str) -> Unclear:
    return Unclear(words("en")(key), key=key)


def _whole(outcome: Outcome, bots: Set[str]) -> bool:
    """Whether the game is finished and every throw depended on the devices of all but the bots."""
    if isinstance(outcome, Wrong | Unclear):
        return False
    session, found = outcome
    return session.over and found.whole(seat for seat, name in enumerate(session.players) if name not in bots)


def _as_json(outcome: Outcome, *, whole: bool) -> str:
    answer: dict[str, object]
    if isinstance(outcome, Wrong | Unclear):
        verified = False if isinstance(outcome, Wrong) else None  # unknown
        answer = {"verified": verified, "error": _told_wrong(words("en"), outcome), "event": outcome.event}
    else:
        session, found = outcome
        about = {"game": session.game.name, "players": session.players}
        answer = {"verified": True, "whole": whole, "finished": session.over, **about, **msgspec.structs.asdict(found)}
    return msgspec.json.encode(answer).decode()


def _sentence(say: Words, wrong: Wrong | Unclear) -> str:
    """People count from one; a program that reads JSON gets the index in the list of events."""
    if isinstance(wrong, Unclear):
        return say(wrong.key) if wrong.why is None else record_error_text(say, wrong.why)
    if wrong.refused is not None:
        return record_error_text(say, wrong.refused)
    place = "" if wrong.event is None else say("verify-event", number=wrong.event + 1)
    return place + _told_wrong(say, wrong)


def _told_wrong(say: Words, wrong: Wrong | Unclear) -> str:
    """What is wrong, without its place in the record."""
    if isinstance(wrong, Unclear):
        return wrong.sentence
    part = "" if wrong.part is None else say("verify-part", number=wrong.part)
    if say.language == "en":
        return part + wrong.sentence
    seat = "" if wrong.seat is None else f"{say('label-seat')} {wrong.seat + 1}"
    return part + say(f"web-fair-wrong-{wrong.why}", name=seat)


def _told(say: Words, session: Session, found: Verified) -> str:
    """That all is right, and whose device had no part in what."""
    server_only = found.alone == found.throws > 0
    right = say(
        "verify-server" if server_only else "verify-right", game=say(f"game-{session.game.name}"), throws=found.throws
    )
    return " · ".join([right, *_counted(say, session, found, frozenset(), every=not server_only)])


def _doubts(say: Words, session: Session, found: Verified, bots: Set[str]) -> str:
    """Why a record whose throws are all verified is not enough for --strict."""
    told = _counted(say, session, found, bots)
    if any(found.without[seat] for seat, name in enumerate(session.players) if name not in bots):
        told.append(say("verify-bots"))
    return " · ".join(told)


def _counted(say: Words, session: Session, found: Verified, bots: Set[str], *, every: bool = True) -> list[str]:
    told = list[str]()
    if not session.over:
        told.append(say("verify-unfinished", events=len(session.events)))
    if found.taken:
        told.append(say("verify-taken", events=found.taken))
    if found.alone and every:
        told.append(say("verify-alone", throws=found.alone))
    needed = [0 if name in bots else without for name, without in zip(session.players, found.without, strict=True)]
    seats = list(zip(map(on_one_line, session.players), needed, found.absent, found.changes, strict=True))
    if none := [name for name, without, *_ in seats if without == found.throws > 0]:
        told.append(say("verify-none", names=", ".join(none)))
    for name, without, absent, changes in seats:
        if 0 < without < found.throws:
            told.append(say("verify-without", name=name, throws=without))
        if absent:
            told.append(say("verify-absent", name=name, times=absent))
        if changes:
            told.append(say("verify-changes", name=name, times=changes))
    return told
