"""The specification is enough to write a verifier: one that was written from it alone judges as knobel does."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools.fair_vectors import files
from trials.vectors.exchanges import SHOWN_BY_PROOFS, SHOWN_BY_RULES, exchanged
from trials.vectors.spellings import ACCEPTED, SPELLINGS, UNCOVERED, spelt
from trials.vectors.tampering import TAMPERINGS, tampered

from knobel.fair.transcript import load_until
from knobel.fair.verify import Verified, verify
from knobel.rules import find_game, records
from knobel.rules.errors import BadRecord
from knobel.rules.game import option_specs

from . import honest, specified

ROOT = Path(__file__).parents[2]
FILES = {path.name: path.read_text("utf-8") for path in sorted(ROOT.glob("examples/fair-vectors*.json"))}
VECTORS: dict[str, Any] = json.loads(FILES["fair-vectors.json"])
RECORDS: list[dict[str, Any]] = [each for text in FILES.values() for each in json.loads(text)["records"]]
GAMES = [
    ("zock", 2, {"games": 2}, 2),
    ("schocken", 4, {"stones": 5}, 3),
    ("zocknroll", 3, {}, 2),
    ("zocknroll", 4, {"board": "pro"}, 4),
]
"""Game, players, options, and how many of the seats have a device."""


FAILURES = (
    *("table", "taken", "event", "again", "early", "secret", "unwanted", "seat", "links", "promise", "full", "dice"),
    "untold",
)
"""Why a record can be wrong; with anything else it cannot be read."""


def specified_verdict(text: bytes) -> object:
    """The counts, or the event that is wrong, or that there is no evidence."""
    try:
        found = specified.verify(text)
    except specified.Failed as failed:
        return failed.event
    return UNCOVERED if found is None else found


def knobel_verdict(text: bytes) -> object:
    session, fair, refused = load_until(text)
    assert fair is not None
    found = verify(fair, session, refused)
    return json.loads(msgspec.json.encode(found)) if isinstance(found, Verified) else found.event


@pytest.fixture(scope="module", params=GAMES, ids=["zock", "schocken", "zocknroll with Jörg", "zocknroll pro"])
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A game with absences and new chains; some seats have no device."""
    game, players, options, people = request.param
    server = honest.play(game, players, 2, options, people)
    written: dict[str, Any] = json.loads(records.dumps(server.session, server.transcript()))
    return written


def test_the_vectors_are_those_of_this_version() -> None:
    assert files() == FILES, "run python -m tools.fair_vectors"


def test_the_vectors_follow_from_the_specification() -> None:
    for each in VECTORS["pack"]:
        inputs = [bytes.fromhex(part) for part in each["inputs"]]
        assert specified.pack(each["step"], *inputs).hex() == each["packed"]
        assert specified.hashed(each["step"], *inputs).hex() == each["sha256"]
        assert specified.keyed(bytes.fromhex(each["key"]), each["step"], *inputs).hex() == each["hmac"]
    keys, chain = VECTORS["keys"], VECTORS["chain"]
    game, secret = bytes.fromhex(keys["game"]), bytes.fromhex(keys["secret"])
    for throw, key in keys["keys"].items():
        assert specified.key_of(secret, game, int(throw)).hex() == key
        assert specified.leaf_of(int(throw), bytes.fromhex(key)).hex() == keys["leaves"][throw]
    assert specified.root_of(secret, game).hex() == keys["root"]
    path = [bytes.fromhex(node) for node in keys["path"]["path"]]
    throw = keys["path"]["throw"]
    assert specified.climbed(throw, specified.key_of(secret, game, throw), path).hex() == keys["root"]
    end = specified.hashed("chain end", bytes.fromhex(chain["secret"]))
    assert end.hex() == chain["links"]["4096"]
    for place, link in chain["links"].items():
        assert specified.back(end, 4096 - int(place)).hex() == link
        assert specified.back(bytes.fromhex(link), int(place)).hex() == chain["anchor"]


@pytest.mark.parametrize("each", VECTORS["throws"], ids=lambda each: f"throw {each['throw']}")
def test_every_value_of_a_throw_follows_from_the_specification(each: dict[str, Any]) -> None:
    game, secret = (bytes.fromhex(VECTORS["keys"][name]) for name in ("game", "secret"))
    anchors = [bytes.fromhex(anchor or "") for anchor in each["anchors"]]
    header = specified.hashed("header", game, each["table"].encode(), bytes.fromhex(each["root"]), *anchors)
    mixed = specified.hashed(
        "mix", header, specified.u64(each["throw"]), *[bytes.fromhex(x or "") for x in each["links"]]
    )
    key = specified.key_of(secret, game, each["throw"])
    assert (header.hex(), mixed.hex(), key.hex()) == (each["G"], each["X"], each["key"])
    assert bytes(islice(specified.stream(key, mixed), 32)).hex() == each["stream"]
    if "among" in each:
        assert specified.drawn(key, mixed, each["among"], 1) == [each["lot"]]
    else:
        assert [value + 1 for value in specified.drawn(key, mixed, 6, len(each["dice"]))] == each["dice"]


def test_a_vector_has_a_skipped_byte_and_an_absent_device() -> None:
    assert any(each["skipped"] and None in each["links"] for each in VECTORS["throws"])


@pytest.mark.parametrize("each", RECORDS, ids=lambda each: each["what"])
def test_the_records_of_the_vectors_as_specified(each: dict[str, Any]) -> None:
    text = _text(each)
    if each["valid"] is None:
        assert specified.verify(text) is None
    elif each["valid"]:
        assert specified.verify(text) == each["counts"]
    else:
        with pytest.raises(specified.Failed) as failed:
            specified.verify(text)
        why = failed.value.why if failed.value.why in FAILURES else "unreadable"
        assert (why, failed.value.event) == (each["why"], each["event"])


@pytest.mark.parametrize("each", RECORDS, ids=lambda each: each["what"])
def test_the_records_of_the_vectors_by_the_rules(each: dict[str, Any]) -> None:
    text, expected = _text(each), each.get("with_rules", each)
    if expected["valid"] is False and expected["why"] == "unreadable":
        with pytest.raises(BadRecord):
            load_until(text)
        return
    session, fair, refused = load_until(text)
    if expected["valid"] is None:
        assert (fair, refused) == (None, None)
        return
    assert fair is not None
    found = verify(fair, session, refused)
    if isinstance(found, Verified):
        assert msgspec.to_builtins(found) == {
            key: tuple(count) if isinstance(count, list) else count for key, count in expected["counts"].items()
        }
    else:
        assert (False, found.why, found.event) == (expected["valid"], expected["why"], expected["event"])


def test_the_vectors_have_every_failure_that_the_specification_names() -> None:
    page = (ROOT / "docs/library/fair-dice.md").read_text("utf-8")
    shown = {each["why"] for each in RECORDS if each["valid"] is False}
    assert shown == {*FAILURES, "unreadable"} - {"full"}
    assert [why for why in FAILURES if f'("{why}")' not in page] == []


def _text(each: dict[str, Any]) -> bytes:
    """The file: as it stands where its spelling matters."""
    return (each["text"] if "text" in each else json.dumps(each["record"])).encode()


def test_honest_games_are_valid(record: dict[str, Any]) -> None:
    text = json.dumps(record).encode()
    found = specified_verdict(text)
    assert isinstance(found, dict)
    assert found == knobel_verdict(text)
    assert sum(found["absent"]) > 0


def test_a_game_under_two_roots_is_valid() -> None:
    server = honest.play("zock", 2, 3, {"games": 145})
    text = records.dumps(server.session, server.transcript()).encode()
    assert len(server.transcript().sections) == 2
    assert specified_verdict(text) == knobel_verdict(text)
    other = json.loads(text)
    other["fair"]["sections"].reverse()
    assert not isinstance(specified_verdict(json.dumps(other).encode()), dict)


def test_tampered_games_are_found_at_the_same_place(record: dict[str, Any]) -> None:
    for number in range(len(TAMPERINGS)):
        name, other, _ = tampered(record, number, random.Random(f"specification {number}"))
        text = json.dumps(other).encode()
        if name == "unreadable":
            assert specified_verdict(text) is None
            continue
        assert specified_verdict(text) == knobel_verdict(text), name


def test_records_are_read_as_specified(record: dict[str, Any]) -> None:
    for name in SPELLINGS:
        written = spelt(record, name, random.Random(f"specification {name}"))
        if written is not None:
            text, expected = written
            found = specified_verdict(text)
            assert (ACCEPTED if isinstance(found, dict) else found) == expected, name


def test_the_proofs_show_what_the_specification_says(record: dict[str, Any]) -> None:
    """Exchanged names and throws; all else takes the rules, and a verifier without them has to say so."""
    for exchange in (*SHOWN_BY_PROOFS, *SHOWN_BY_RULES):
        other = exchanged(record, exchange, random.Random(f"specification {exchange.__name__}"))
        if other is not None:
            found = specified_verdict(json.dumps(other).encode())
            assert isinstance(found, dict) == (exchange in SHOWN_BY_RULES), exchange.__name__


@pytest.mark.parametrize("name", ["zock", "schocken", "zocknroll"])
def test_the_games_are_those_that_the_specification_names(name: str) -> None:
    """Options with their defaults, presets, players and kinds of events: no verifier without rules may miss one."""
    game = find_game(name)
    assert {spec.name: spec.default for spec in option_specs(game)} == specified.OPTIONS[name]
    assert dict(game.presets) == ({"pub": specified.PUB} if name == "schocken" else {})
    assert game.players == specified.PLAYERS[name]
    page = (ROOT / "docs/library/fair-dice.md").read_text("utf-8")
    assert [kind for event in game.events if f"`{(kind := event.__struct_config__.tag)}`" not in page] == []
