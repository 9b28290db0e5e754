"""Verification accepts honest games and finds every later change at its place."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from knobel.bots import make_bot
from knobel.fair.transcript import Section, Transcript
from knobel.fair.verify import Verified, Wrong, verify
from knobel.rules import records
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadRecord
from knobel.rules.game import Over
from knobel.rules.session import Session

from . import honest

_SECRET = "the server's secret is not the one that it had committed to"
GAMES = [("zock", 2, {"games": 2}), ("schocken", 3, {}), ("zocknroll", 4, {})]


@pytest.fixture(scope="module", params=GAMES, ids=[game for game, _, _ in GAMES])
def game(request: pytest.FixtureRequest) -> honest.FairGame:
    game, players, options = request.param
    return honest.play(game, players, 1, options)


def test_an_honest_game_is_verified(game: honest.FairGame) -> None:
    found = verify(game.transcript(), game.session)
    assert isinstance(found, Verified)
    assert found.throws > 20
    wants = game.transcript().sections[0].wants
    assert sum(found.absent) == sum(link is None for links in wants for link in links) > 0
    assert found.without == (0, 0, *[found.throws] * (len(game.session.players) - 2)), "only two have devices"


def test_changed_dice_are_found_at_their_event(game: honest.FairGame) -> None:
    """One die of one event is changed; changes that the rules refuse are skipped."""
    rng, tried = random.Random(2), 0
    while tried < 12:
        other = _with_changed_dice(game.session, rng)
        if other is None:
            continue
        place, session = other
        tried += 1
        found = verify(game.transcript(), session)
        assert isinstance(found, Wrong)
        assert found.event == place


def _with_changed_dice(session: Session, rng: random.Random) -> tuple[int, Session] | None:
    document: Any = msgspec.json.decode(records.dumps(session))
    document.pop("result", None)
    place = rng.choice([place for place, event in enumerate(document["events"]) if event.get("dice")])
    dice = document["events"][place]["dice"]
    cup = rng.choice(dice) if isinstance(dice[0], list) else dice
    cup[0] = cup[0] % 6 + 1
    document["events"] = document["events"][: place + 1]
    try:
        return place, records.replay(document)
    except BadRecord:
        return None


def _changed(transcript: Transcript, **changes: Any) -> Transcript:
    (section,) = transcript.sections
    return replace(transcript, sections=(replace(section, **changes),))


def _flip(text: str, place: int) -> str:
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


def test_a_changed_secret_is_found(game: honest.FairGame) -> None:
    transcript = game.transcript()
    found = verify(_changed(transcript, secret=_flip(transcript.sections[0].secret, 9)), game.session)
    assert found == Wrong("secret", _SECRET)


def test_a_root_chosen_after_the_game_is_found(game: honest.FairGame) -> None:
    """A matching pair of secret and root does not give the same dice."""
    transcript = game.transcript()
    other = honest.FairGame(game.session, game.people, random.Random(7)).transcript().sections[0]
    found = verify(_changed(transcript, secret=other.secret, root=other.root), game.session)
    assert isinstance(found, Wrong)


def test_a_forged_link_is_found(game: honest.FairGame) -> None:
    transcript = game.transcript()
    wants = list(transcript.sections[0].wants)
    place = next(number for number in range(5, len(wants)) if wants[number][1])
    wants[place] = (wants[place][0], _flip(wants[place][1] or "", 3))
    found = verify(_changed(transcript, wants=tuple(wants)), game.session)
    assert isinstance(found, Wrong)
    assert found.sentence == "what the device of seat 1 revealed is not what it had promised"


def test_removing_a_link_changes_the_dice(game: honest.FairGame) -> None:
    transcript = game.transcript()
    wants = list(transcript.sections[0].wants)
    place = next(number for number in range(5, len(wants)) if wants[number][0])
    wants[place] = (None, wants[place][1])
    assert isinstance(verify(_changed(transcript, wants=tuple(wants)), game.session), Wrong)


def test_wants_cannot_be_left_out_or_added(game: honest.FairGame) -> None:
    transcript = game.transcript()
    wants = transcript.sections[0].wants
    shorter = verify(_changed(transcript, wants=wants[:-1]), game.session)
    assert isinstance(shorter, Wrong)
    assert shorter.sentence == "nothing is said about where these dice came from"
    longer = verify(_changed(transcript, wants=(*wants, wants[-1])), game.session)
    assert longer == Wrong("unwanted", "dice were thrown that the game never wanted")


def test_a_transcript_of_another_table_is_found(game: honest.FairGame) -> None:
    found = verify(replace(game.transcript(), table="{}"), game.session)
    assert isinstance(found, Wrong)
    assert "another table" in found.sentence


def test_a_transcript_round_trips_through_json(game: honest.FairGame) -> None:
    transcript = game.transcript()
    assert msgspec.json.decode(msgspec.json.encode(transcript), type=Transcript) == transcript
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(transcript.sections[0]), "root": "xyz"}, Section)


@pytest.fixture(scope="module")
def parts() -> honest.FairGame:
    """A game with two roots, and one device less under the second."""
    return honest.play("zock", 2, 3, {"games": 145})


def _with_second(transcript: Transcript, **changes: Any) -> Transcript:
    first, second = transcript.sections
    return replace(transcript, sections=(first, replace(second, **changes)))


def test_a_game_goes_on_under_another_root(parts: honest.FairGame) -> None:
    first, second = parts.transcript().sections
    assert (len(first.wants[0]), len(second.wants[0])) == (2, 1)
    found = verify(parts.transcript(), parts.session)
    assert isinstance(found, Verified)
    missing = [link for section in (first, second) for links in section.wants for link in links].count(None)
    assert sum(found.absent) == missing
    seat = next(each.seat for each in second.anchors if each.anchor is None)
    assert found.without[seat] > 0 == found.without[1 - seat], "one takes no part under the other root"


def test_new_chains_are_counted(game: honest.FairGame) -> None:
    """A server whose accomplices replace their chains at will could choose dice if no honest device takes part."""
    found = verify(game.transcript(), game.session)
    assert isinstance(found, Verified)
    given = [each.seat for each in game.transcript().sections[0].anchors]
    assert found.changes == tuple(max(0, given.count(seat) - 1) for seat in range(len(game.session.players)))


def test_the_first_chain_under_a_root_is_no_change(parts: honest.FairGame) -> None:
    found = verify(parts.transcript(), parts.session)
    assert isinstance(found, Verified)
    sections = parts.transcript().sections
    given = sum(each.anchor is not None for section in sections for each in section.anchors)
    assert sum(found.changes) == given - 2 * len(sections) > 0


def test_an_unreadable_table_text_is_refused(game: honest.FairGame) -> None:
    found = verify(replace(game.transcript(), table="[" * 200_000), game.session)
    assert isinstance(found, Wrong)


@pytest.mark.parametrize("people", [0, 1])
def test_throws_of_the_server_alone_are_counted(people: int) -> None:
    """They verify, but the server could have chosen its keys, so the count is reported."""
    game = honest.play("zock", 2, 5, people=people)
    found = verify(game.transcript(), game.session)
    assert isinstance(found, Verified)
    assert found.without == (0 if people else found.throws, found.throws)
    assert found.alone == (found.absent[0] if people else found.throws) > 0


def test_errors_under_the_second_root_are_found_there(parts: honest.FairGame) -> None:
    transcript, session = parts.transcript(), parts.session
    first, second = transcript.sections
    begun = [place for place, event in enumerate(session.events) if event.dice][len(first.wants)]
    secret = _with_second(transcript, secret=_flip(second.secret, 9))
    assert verify(secret, session) == Wrong("secret", _SECRET, part=2)
    wants = ((_flip(second.wants[0][0] or "", 3),), *second.wants[1:])
    made_up = verify(_with_second(transcript, wants=wants), session)
    (seat,) = {anchor.seat for anchor in second.anchors if anchor.anchor} - {
        anchor.seat for anchor in second.anchors if anchor.anchor is None
    }
    assert made_up == Wrong(
        "promise", f"what the device of seat {seat} revealed is not what it had promised", begun, seat, 2
    )
    left_out = verify(replace(transcript, sections=(first,)), session)
    assert left_out == Wrong("untold", "nothing is said about where these dice came from", begun)
    joined = verify(replace(transcript, sections=(replace(first, wants=first.wants + second.wants),)), session)
    assert joined == Wrong("links", "1 devices answered or were absent, where 2 had promised secrets", begun)


@pytest.mark.parametrize(
    ("again", "wrong"),
    [
        (True, Wrong("again", "the server's keys had been used before", part=2)),
        (False, Wrong("early", "there were keys left, and yet the server has taken others", part=2)),
    ],
)
def test_a_second_root_must_be_new_and_necessary(again: bool, wrong: Wrong) -> None:
    """The dice match the keys, but reused keys can be predicted, and early changes of roots let the server choose."""
    session = Session("zock", ["Ada", "Ben"], {"games": 1})
    game, bot = honest.FairGame(session, (0, 1), random.Random(1)), make_bot("random", session.game, SeededDice(1))
    while not isinstance(session.pending, Over):
        if len(session.events) == 8:
            game.new_root((0, 1), again=again)
        honest.step(session, game, bot.choose)
    assert verify(game.transcript(), session) == wrong
