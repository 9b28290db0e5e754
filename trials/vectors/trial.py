"""Three implementations of verifiable dice agree: the server's, the browser client's, and the verifier page's.

    python -m trials vectors [--vectors N] [--games N] [--ways N] [--seed S] [--workers W] [--quick] [--bundle B]

They get the same inputs for every function of the protocol, whole games that Python has played, and each of those games
changed in some ways: all three take the honest ones with the same counts, and name the same place in the others. Which
one is known before for most ways; for the rest it depends on the dice, and what counts is that all three agree. They
read records that are spelt otherwise (`spellings`) alike. Of exchanged names, seats, moves and results (`exchanges`)
the client and the page find what the proofs show, but not what takes the rules, which they say.

The bundle of the client's code is made with `web/node_modules`; where those are missing, B is one that was made before:

    python -m trials vectors --only-bundle B
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from tests.fair import honest

from knobel.fair import hash_chain, throw_keys, throws
from knobel.fair.hashing import digest, keyed
from knobel.fair.transcript import load_until
from knobel.fair.verify import Verified, verify
from knobel.rules import records
from knobel.rules.errors import BadRecord

from .exchanges import SHOWN_BY_PROOFS, SHOWN_BY_RULES, Exchange, exchanged
from .node import Referee, bundle
from .spellings import ACCEPTED, SPELLINGS, UNCOVERED, Expected, spelt
from .tampering import tampered
from .tampering_parts import ANYWHERE, Record

SHARES: Final = {
    "digest": 13,
    "keyed": 13,
    "key": 12,
    "root": 1,
    "path": 11,
    "link": 10,
    "header": 10,
    "mix": 10,
    "dice": 10,
    "lot": 10,
}
"""Percentage of vectors per function; a root takes four thousand keys."""

Change: TypeAlias = tuple[str, bool]
"""The kind of change, and whether the event that the verifier has to name was known."""

_PART: Final = 10
"""Games that a process plays at a time."""

_LONG: Final = 41
"""Every so many games one is a match of ZOCK that is long enough for a second root."""


def vector(function: str, rng: random.Random) -> tuple[tuple[object, ...], object]:
    """A random input for a function of the protocol, as sent to Node, and the result of Python."""
    one, two, three = (rng.randbytes(32) for _ in range(3))
    place = rng.randrange(throw_keys.THROWS)
    parts = [rng.randbytes(rng.randrange(100)) for _ in range(rng.randrange(5))]
    some = [rng.choice([None, rng.randbytes(32)]) for _ in range(rng.randint(1, 12))]
    said = [each and each.hex() for each in some]
    step, table = (
        rng.choice(["leaf", "node", "Würfel 🎲"]),
        json.dumps({"players": ["Ada", "Jörg 🎲"[: rng.randint(1, 6)]]}),
    )
    match function:
        case "digest":
            return (step, [part.hex() for part in parts]), digest(step, *parts).hex()
        case "keyed":
            return (one.hex(), step, [part.hex() for part in parts]), keyed(one, step, *parts).hex()
        case "key":
            return (one.hex(), two.hex(), place), throw_keys.ThrowKeys(one, two).key(place).hex()
        case "root":
            return (one.hex(), two.hex()), throw_keys.ThrowKeys(one, two).root.hex()
        case "path":
            made = throw_keys.ThrowKeys(bytes(32), b"vectors", _TOPS)
            path = [each.hex() for each in made.path(place)]
            return (made.root.hex(), place, made.key(place).hex(), path), [True, False]
        case "link":
            steps = rng.randrange(60)
            return (_CHAIN.link(place % 4000 + steps).hex(), _CHAIN.link(place % 4000).hex(), steps), [True, False]
        case "header":
            return (one.hex(), table, two.hex(), said), throws.header(one, table.encode(), two, some).hex()
        case "mix":
            return (one.hex(), place, said), throws.mix(one, place, some).hex()
        case "dice":
            wanted = rng.randint(1, 40)
            return (one.hex(), three.hex(), wanted), list(throws.dice(one, three, wanted))
    among = rng.randint(1, 12)
    return (one.hex(), three.hex(), among), throws.lot(one, three, among)


_TOPS: Final = throw_keys.ThrowKeys(bytes(32), b"vectors").tops
_CHAIN: Final = hash_chain.HashChain(bytes(32))


def compare_vectors(referee: Referee, count: int, rng: random.Random) -> int:
    """Compare vectors and return their number; raises AssertionError at the first difference."""
    compared = 0
    for function, share in SHARES.items():
        for _ in range(max(1, share * count // 100)):
            given, expected = vector(function, rng)
            answers = referee.ask(function, *given)
            assert answers == (expected, expected), f"{function}{given}: Python {expected}, client and page {answers}"
            compared += 1
    return compared


def play(seed: int) -> Record:
    """The record of an honest game of any kind."""
    rng = random.Random(f"vectors {seed}")
    game = rng.choice(["zock", "schocken", "zocknroll"])
    players = {"zock": 2, "schocken": rng.randint(2, 5), "zocknroll": rng.randint(3, 5)}[game]
    options: dict[str, Any] = {"zock": {"games": rng.randint(1, 3)}, "schocken": {"stones": rng.randint(3, 13)}}.get(
        game, {}
    )
    people = rng.randint(1, players)
    if seed % _LONG == 0:
        game, players, options, people = "zock", 2, {"games": rng.randint(145, 160)}, 2
    server = honest.play(game, players, seed, options, people)
    record: Record = json.loads(records.dumps(server.session, server.transcript()))
    return record


def by_python(text: bytes) -> dict[str, Any] | None:
    """The verdict of the Python verifier; None if the dice are not covered."""
    try:
        session, fair, refused = load_until(text)
    except BadRecord as error:
        return {"event": error.event}
    if fair is None:
        return None if refused is None else {"event": refused.event}
    found = verify(fair, session, refused)
    if isinstance(found, Verified):
        counted: dict[str, Any] = json.loads(msgspec.json.encode(found))
        return counted
    return {"event": found.event}


def by_others(referee: Referee, text: bytes) -> list[dict[str, Any] | None]:
    """The verdicts of the client and of the page, neither of which knows the rules."""
    found = referee.ask("file", text.hex())
    return [None if each is None else {key: value for key, value in each.items() if key != "why"} for each in found]


def by_all(referee: Referee, record: Record | bytes, what: str) -> dict[str, Any] | None:
    """The verdict of all three verifiers; raises AssertionError if they differ."""
    text = record if isinstance(record, bytes) else json.dumps(record).encode()
    said, others = by_python(text), by_others(referee, text)
    assert others == [said, said], f"{what}: Python {said}, client and page {others}"
    return said


def compare_spellings(referee: Referee, record: Record, seed: int, names: Iterable[str] = SPELLINGS) -> int:
    """Compare these spellings of a record; their number."""
    compared = 0
    for name in names:
        written = spelt(record, name, random.Random(f"spelling {seed} {name}"))
        if written is not None:
            text, expected = written
            found = by_all(referee, text, f"seed {seed}, {name}")
            assert _verdict(found) == expected, f"seed {seed}, {name}: {found}, not {expected}"
            compared += 1
    return compared


def compare_shapes(referee: Referee) -> int:
    """Compare one game of every shape of dice with its default options: verifiers without rules have them as data."""
    compared = 0
    for game, players, options in _SHAPES:
        server = honest.play(game, players, 1, options, people=1)
        record = json.loads(records.dumps(server.session, server.transcript()))
        compared += compare_spellings(referee, record, 1, [name for name in SPELLINGS if "options" in name])
    return compared


_SHAPES: Final[tuple[tuple[str, int, dict[str, Any]], ...]] = (
    ("zock", 2, {}),
    ("schocken", 2, {}),
    ("zocknroll", 3, {}),
    ("zocknroll", 4, {}),
    ("zocknroll", 3, {"board": "pro"}),
)


def _verdict(found: dict[str, Any] | None) -> Expected:
    if found is None:
        return UNCOVERED
    place: Expected = found.get("event", ACCEPTED)
    return place


def compare_exchanges(referee: Referee, record: Record, seed: int) -> Counter[str]:
    """Compare records with exchanged names, seats, moves and results; how many of each kind were found by the rules."""
    found_by = Counter[str]()
    for exchange in SHOWN_BY_PROOFS:
        for other in _exchanges(record, exchange, seed):
            found = by_others(referee, other)
            assert all(each and "event" in each for each in found), f"seed {seed}: {exchange.__name__} is not noticed"
            assert _verdict(by_python(other)) not in (ACCEPTED, UNCOVERED), f"seed {seed}: {exchange.__name__}"
            found_by["the proofs"] += 1
    for exchange in SHOWN_BY_RULES:
        for other in _exchanges(record, exchange, seed):
            if _verdict(by_python(other)) == ACCEPTED:
                continue  # another legal game with the same dice
            found = by_others(referee, other)
            assert all(_verdict(each) == ACCEPTED for each in found), f"seed {seed}, {exchange.__name__}: {found}"
            found_by["the rules"] += 1
    return found_by


def _exchanges(record: Record, exchange: Exchange, seed: int) -> list[bytes]:
    found = exchanged(record, exchange, random.Random(f"exchange {seed} {exchange.__name__}"))
    return [] if found is None else [json.dumps(found).encode()]


Compared: TypeAlias = tuple[int, Counter[Change], int, Counter[str]]
"""The numbers of throws, of each kind of change, of spellings, and of exchanges by what shows them."""


def compare_games(first: int, end: int, ways: int, quick: bool, bundled: Path) -> Compared:
    """Compare honest, tampered, respelt and exchanged games from seed `first` on."""
    throws_, changed, spellings, exchanges = 0, Counter[Change](), 0, Counter[str]()
    with Referee(bundled, quick) as referee:
        for seed in range(first, min(end, first + _PART)):
            record = play(seed)
            found = by_all(referee, record, f"seed {seed}")
            assert found is not None
            assert "throws" in found, f"seed {seed}: an honest game is not taken: {found}"
            throws_ += found["throws"]
            if seed % _LONG:
                spellings += compare_spellings(referee, record, seed)
                exchanges += compare_exchanges(referee, record, seed)
            changed.update([_changed(referee, record, seed, way) for way in range(seed * ways, (seed + 1) * ways)])
    return throws_, changed, spellings, exchanges


def _changed(referee: Referee, record: Record, seed: int, way: int) -> Change:
    """Tamper with the record until it is invalid: a removed link may give the same dice by chance."""
    rng = random.Random(f"tampering {way}")
    while True:
        name, other, place = tampered(record, way, rng)
        found = by_all(referee, other, f"seed {seed}, {name}")
        assert found is not None
        if name == "called_absent" and "throws" in found:
            continue
        assert "event" in found, f"seed {seed}: {name} is not noticed"
        assert place == ANYWHERE or found["event"] == place, f"seed {seed}, {name}: at {found['event']}, not at {place}"
        return name, place != ANYWHERE


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for option, usual in (("vectors", 1000), ("games", 10), ("ways", 1), ("seed", 1), ("workers", 1)):
        parser.add_argument(f"--{option}", type=int, default=usual)
    parser.add_argument("--quick", action="store_true", help="many games without the threads of WebCrypto")
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--only-bundle", type=Path)
    given = parser.parse_args()
    if given.only_bundle:
        print(bundle(given.only_bundle))
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bundled = given.bundle or bundle(folder / "fair.mjs")
        print(f"seed {given.seed}", file=sys.stderr)
        with Referee(bundled) as referee:
            vectors = compare_vectors(referee, given.vectors, random.Random(given.seed))
        with Referee(bundled, quick=True) as referee:
            spellings = compare_shapes(referee)
        seen, changed, exchanges = 0, Counter[Change](), Counter[str]()
        for thrown, ways, written, found_by in _games(given, bundled):
            seen += thrown
            changed += ways
            spellings += written
            exchanges += found_by
    for (name, known), count in sorted(changed.items()):
        print(f"{count:9,}  {name}{'' if known else ', wherever it is noticed'}", file=sys.stderr)
    known_before = sum(count for (_, known), count in changed.items() if known)
    print(
        f"{vectors} vectors, {given.games} games with {seen} throws and {changed.total()} that were tampered with in "
        f"{len({name for name, _ in changed})} ways: Python, client and page agree, and name the same place; "
        f"{known_before} times it was known before, and was that one; {spellings} records in {len(SPELLINGS)} "
        f"spellings are read alike; of records with exchanged names, seats, moves and results the proofs show "
        f"{exchanges['the proofs']}, and only the rules {exchanges['the rules']}"
    )


def _games(given: argparse.Namespace, bundled: Path) -> Iterator[Compared]:
    firsts = range(given.seed, given.seed + given.games, _PART)
    work = partial(compare_games, end=firsts.stop, ways=given.ways, quick=given.quick, bundled=bundled)
    with ProcessPoolExecutor(given.workers) as pool:
        for first, found in zip(
            firsts, map(work, firsts) if given.workers == 1 else pool.map(work, firsts), strict=True
        ):
            print(f"games from seed {first} compared, of those below {firsts.stop}", file=sys.stderr)
            yield found
