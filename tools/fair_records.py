"""The records among the test vectors of verifiable dice: valid, forged and unreadable ones, each with its verdict."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace
from tests.fair.honest import FairGame, step

from knobel.bots import make_bot
from knobel.fair.throw_keys import THROWS
from knobel.fair.throws import SPARE
from knobel.fair.transcript import load_until, table_text
from knobel.fair.verify import Verified, verify
from knobel.rules import records
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadRecord
from knobel.rules.game import Over
from knobel.rules.session import Session

Record: TypeAlias = dict[str, Any]
Vector: TypeAlias = dict[str, Any]

ANNA_BEN, ANNA_BEN_CARLA = ("Anna", "Ben"), ("Anna", "Ben", "Carla")


def short() -> list[Vector]:
    """Records that every reader and verifier must judge alike, and what only the rules show."""
    zock = _played("zock", ANNA_BEN, 12, {"games": 1})
    schocken = _played("schocken", ANNA_BEN_CARLA, 14, {"stones": 3})
    zocknroll = _played("zocknroll", ANNA_BEN_CARLA, 9)
    finished = _played("zock", ANNA_BEN, 10_000, {"games": 1})
    taken = _played("schocken", ANNA_BEN_CARLA, 14, {"stones": 3}, taken=5)
    return [
        *_valid(zock, schocken, zocknroll, finished, taken),
        *_forged(zock, schocken, zocknroll, finished, taken),
        *_unreadable(zock),
    ]


def long() -> list[Vector]:
    """Games with a second section: it may begin when fewer than 64 keys are left, and not under the same root."""
    return [
        _judged("valid: two sections", _two_sections("two", SPARE - 1)),
        _judged("forged: the second section begins while 64 keys are left", _two_sections("early", SPARE)),
        _judged(
            "forged: both sections have the same root, and right dice", _two_sections("again", SPARE - 1, again=True)
        ),
    ]


def _valid(zock: Record, schocken: Record, zocknroll: Record, finished: Record, taken: Record) -> list[Vector]:
    written_out = {"variant": "basic", "two_digit": "digits", "games": 1, "referee": "strict", "chips": None}
    pub = _played("schocken", ANNA_BEN, 9, {"preset": "pub", "stones": 4})
    valid = {
        **{f"{record['game']}, unfinished": record for record in (zock, schocken, zocknroll)},
        "a finished game with its result": finished,
        "the first five events come from another game": taken,
        "the board is pro: three dice a cup, and Jörg's": _played("zocknroll", ANNA_BEN_CARLA, 9, {"board": "pro"}),
        "four players, so no cup for Jörg": _played("zocknroll", (*ANNA_BEN_CARLA, "Dora"), 9),
        "the record writes default options out": zock | {"options": written_out},
        "the record leaves its default options out": _without_options(_played("zock", ANNA_BEN, 9)),
        "the record writes a preset for its options": pub | {"options": {"preset": "pub", "stones": 4}},
        "the table writes default options out": _played("zock", ANNA_BEN, 12, {"games": 1}, table=_spaced),
        "no throw is covered, so nothing is verified": zock | {"events": [], "fair": zock["fair"] | {"sections": []}},
    }
    none = _judged("no evidence", zock | {"fair": None})
    return [*(_judged(f"valid: {what}", record) for what, record in valid.items()), none]


def _forged(zock: Record, schocken: Record, zocknroll: Record, finished: Record, taken: Record) -> list[Vector]:
    changes: list[tuple[str, Record, Callable[[Record], object]]] = [
        ("one die is another one", zock, lambda it: it["events"][1].update(dice=_other(it["events"][1]["dice"]))),
        ("one die is a seven", zock, lambda it: it["events"][1].update(dice=[7, 1])),
        ("one die is missing", zock, lambda it: it["events"][1]["dice"].pop()),
        ("the cups are in another order, Jörg's first", zocknroll, lambda it: it["events"][1]["dice"].reverse()),
        ("another seat was drawn to start", schocken, _other_starter),
        ("two names are exchanged", schocken, lambda it: it["players"].reverse()),
        ("another option", zock, lambda it: it["options"].update(games=2)),
        ("an absence is left out", schocken, _no_absence),
        ("a link is another one", schocken, lambda it: _section(it)["wants"][1].__setitem__(0, "0" * 64)),
        ("a link of an earlier want", zock, lambda it: _section(it)["wants"].__setitem__(2, _section(it)["wants"][1])),
        ("an anchor of a seat that does not exist", zock, lambda it: _section(it)["anchors"][1].update(seat=2)),
        ("the last want is missing", zock, lambda it: _section(it)["wants"].pop()),
        ("a want too many", zock, lambda it: _section(it)["wants"].append(_section(it)["wants"][-1])),
        ("another secret", zock, lambda it: _section(it).update(secret="0" * 64)),
        ("all events were taken, and more", zock, lambda it: it["fair"].update(taken=len(it["events"]) + 1)),
        ("fewer than no events were taken", zock, lambda it: it["fair"].update(taken=-1)),
        ("one event more was taken", taken, lambda it: it["fair"].update(taken=it["fair"]["taken"] + 1)),
    ]
    found = [_judged(f"forged: {what}", _changed(record, change)) for what, record, change in changes]
    early = _played("zock", ANNA_BEN, 12, {"games": 1}, new_root_at=4)
    again = _played("zock", ANNA_BEN, 12, {"games": 1}, new_root_at=4, again=True)
    found += [
        _judged("forged: the second section begins early, with right dice", early),
        _judged("forged: the second section begins early, under the same root", again),
    ]
    only_rules: list[tuple[str, Record, Callable[[Record], object]]] = [
        ("the result names another winner", finished, _other_winner),
        ("a result before the end", zock, lambda it: it.update(result=finished["result"])),
        ("a cover that the dice do not give", zock, _other_cover),
    ]
    found += [_judged(f"forged: {what}", _changed(record, change), record) for what, record, change in only_rules]
    return found


def _other_starter(record: Record) -> None:
    record["events"][0]["seat"] = (record["events"][0]["seat"] + 1) % 3


def _other_winner(record: Record) -> None:
    record["result"]["winners"] = [1 - seat for seat in record["result"]["winners"]]


def _other_cover(record: Record) -> None:
    cover = next(event for event in record["events"] if event["e"] == "cover")
    cover["fields"] = [8, 9]


def _unreadable(zock: Record) -> list[Vector]:
    whole = json.dumps(zock, separators=(",", ":"))
    spellings = {
        "a die 3.0": _first_die(whole, "{}.0"),
        "a die 3e0": _first_die(whole, "{}e0"),
        "a die above 2^53 - 1": _first_die(whole, "9007199254740992"),
        "a key twice": whole.replace('"events":', '"events":[],"events":', 1),
        "a key twice, once with an escape": whole.replace('"game":', '"\\u0067ame":"zock","game":', 1),
        "half of a surrogate pair in a name": whole.replace("Anna", "\\ud800nna"),
        "hexadecimal digits in capitals": json.dumps(_changed(zock, _in_capitals)),
        "a hash with 63 digits": json.dumps(_changed(zock, lambda it: it["fair"].update(game=it["fair"]["game"][1:]))),
        "taken is true": json.dumps(_changed(zock, lambda it: it["fair"].update(taken=True))),
        "an unknown field": json.dumps(_changed(zock, lambda it: it["fair"].update(more=1))),
        "an unknown option": json.dumps(_changed(zock, lambda it: it["options"].update(more=1))),
        "another format": json.dumps(zock | {"format": "knobel/2"}),
        "text after the record": whole + "}",
    }
    return [
        {"what": f"unreadable: {what}", "text": text, "valid": False, "why": _why_unreadable(text), "event": None}
        for what, text in spellings.items()
    ]


def _why_unreadable(text: str) -> str:
    try:
        load_until(text)
    except BadRecord:
        return "unreadable"
    raise AssertionError(f"this is read: {text[:200]}")


def _judged(what: str, record: Record, proven: Record | None = None) -> Vector:
    """A record with its verdict. `proven` is the one before a change that the proofs do not show, but the rules."""
    found = _verdict(record)
    if proven is not None:
        assert found["valid"] is False, what
        found = {**_verdict(proven), "with_rules": found}
    return {"what": what, "record": record, **found}


def _verdict(record: Record) -> dict[str, Any]:
    session, fair, refused = load_until(json.dumps(record))
    if fair is None:
        return {"valid": None}
    found = verify(fair, session, refused)
    if isinstance(found, Verified):
        return {"valid": True, "counts": msgspec.to_builtins(found)}
    return {"valid": False, "why": found.why, "event": found.event}


def _played(
    game: str,
    names: Sequence[str],
    events: int,
    options: Mapping[str, Any] | None = None,
    *,
    taken: int = 0,
    new_root_at: int = -1,
    again: bool = False,
    table: Callable[[Session], str] = table_text,
) -> Record:
    """The beginning of a game: at want 3 seat 0 is absent, from want 4 on it has a new chain, from 5 on seat 1 none."""
    session = Session(game, names, options or {})
    bot, other = make_bot("random", session.game, SeededDice(1)), SeededDice(2)
    while len(session.events) < taken:
        session.step(other, bot.choose)
    server = FairGame(session, (0, 1), Random(f"vectors {game}"), table)
    wants = 0
    while len(session.events) < events and not isinstance(session.pending, Over):
        if wants == new_root_at:
            server.new_root((0, 1), again=again)
        elif wants == 4:
            server.new_device(0)
        elif wants == 5:
            server.no_device(1)
        step(session, server, bot.choose, (0,) if wants == 3 else ())
        wants = sum(len(section.wants) for section in server.transcript().sections)
    return _record(session, server, taken)


def _two_sections(seed: str, left: int, *, again: bool = False) -> Record:
    """A match of ZOCK whose second section begins when `left` keys are left; one device takes part in the first wants.

    So the file stays small.
    """
    session = Session("zock", ANNA_BEN, {"games": 200})
    server, bot = FairGame(session, (0,), Random(f"vectors {seed}")), make_bot("random", session.game, SeededDice(1))
    while server.throw < THROWS - left:
        if server.throw == 20:
            server.no_device(0)
        step(session, server, bot.choose)
    assert server.throw == THROWS - left, "a roll-off has two throws: choose another seed"
    server.new_root((0, 1), again=again)
    for _ in range(12):
        step(session, server, bot.choose)
    return _record(session, server, 0)


def _record(session: Session, server: FairGame, taken: int) -> Record:
    record: Record = json.loads(records.dumps(session, replace(server.transcript(), taken=taken)))
    return record


def _changed(record: Record, change: Callable[[Record], object]) -> Record:
    other = deepcopy(record)
    change(other)
    return other


def _section(record: Record) -> Any:
    return record["fair"]["sections"][0]


def _other(dice: list[int]) -> list[int]:
    return [dice[0] % 6 + 1, *dice[1:]]


def _no_absence(record: Record) -> None:
    wants = _section(record)["wants"]
    wants[3] = [link for link in wants[3] if link]


def _without_options(record: Record) -> Record:
    del record["options"]
    return record


def _spaced(session: Session) -> str:
    """The bound text with all options and with spaces."""
    options = msgspec.to_builtins(session.options) | {"referee": "strict", "variant": "basic", "chips": None}
    return json.dumps({"players": session.players, "game": session.game.name, "options": options}, indent=1)


def _in_capitals(record: Record) -> None:
    record["fair"]["game"] = record["fair"]["game"].upper()


def _first_die(text: str, template: str) -> str:
    return re.sub(r'("dice":\[\[?)(\d)', lambda found: found[1] + template.format(found[2]), text, count=1)
