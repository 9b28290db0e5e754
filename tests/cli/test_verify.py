"""`knobel verify`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from knobel.bots import make_bot
from knobel.cli import app
from knobel.rules.dice import SeededDice
from knobel.rules.game import Over
from knobel.rules.records import dumps
from knobel.rules.session import Session

from ..fair.honest import FairDice, FairGame, play, step

RUN = CliRunner()


@pytest.fixture(scope="module")
def record() -> str:
    server = play("zock", 2, seed=3)
    return dumps(server.session, server.transcript())


def _verify(path: Path, *more: str) -> tuple[int, str, str]:
    done = RUN.invoke(app, ["verify", str(path), "--lang", "en", *more])
    return done.exit_code, done.stdout, done.stderr


def test_an_honest_game_is_verified(tmp_path: Path, record: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(record)
    code, said, _ = _verify(path)
    assert code == 0
    assert "throws are verified" in said
    told = msgspec.json.decode(_verify(path, "--json")[1])
    assert told["verified"] is True
    assert told["throws"] > 10


def test_the_first_wrong_throw_is_named(tmp_path: Path, record: str) -> None:
    document = msgspec.json.decode(record)
    wants = document["fair"]["sections"][0]["wants"]
    thrown = [place for place, event in enumerate(document["events"]) if event.get("dice")]
    answered = [want for want, (link, _) in enumerate(wants) if link][5:]
    for want in answered[::4]:
        wants[want][0] = wants[want][0][::-1]
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    wrong = "what the device of seat 0 revealed is not what it had promised"
    assert _verify(path) == (1, "", f"{path}: event {thrown[answered[0]] + 1}: {wrong}\n")
    code, said, error = _verify(path, "--json")
    assert (code, error) == (1, "")
    assert msgspec.json.decode(said) == {"verified": False, "error": wrong, "event": thrown[answered[0]]}


def test_absences_are_told(tmp_path: Path, record: str) -> None:
    wants = msgspec.json.decode(record)["fair"]["sections"][0]["wants"]
    absent = [[links[seat] for links in wants].count(None) for seat in (0, 1)]
    assert any(absent)
    path = tmp_path / "game.json"
    path.write_text(record)
    assert msgspec.json.decode(_verify(path, "--json")[1])["absent"] == absent
    _, said, _ = _verify(path)
    assert [f"player {seat}" in said for seat in (0, 1)] == [count > 0 for count in absent]


def test_throws_without_devices_are_told(tmp_path: Path) -> None:
    server = play("schocken", 3, seed=1, people=1)
    path = tmp_path / "game.json"
    path.write_text(dumps(server.session, server.transcript()))
    _, said, _ = _verify(path)
    assert "no device contributed for player 1, player 2 (bots have none)" in said
    found = msgspec.json.decode(_verify(path, "--json")[1])
    assert found["without"] == [0, found["throws"], found["throws"]]
    assert f"the server determined {found['alone']} of them alone" in said


def test_a_game_of_the_server_alone_is_not_called_true(tmp_path: Path) -> None:
    server = play("schocken", 3, seed=1, people=0)
    path = tmp_path / "game.json"
    path.write_text(dumps(server.session, server.transcript()))
    code, said, _ = _verify(path)
    assert code == 0
    assert "the server alone determined all" in said
    assert "are true" not in said


def _continued(path: Path) -> tuple[Path, int]:
    """A game whose first events were taken from another one, with all devices in every throw since."""
    session = Session("zock", ["Anna", "Ben"], {"games": 1})
    bot = make_bot("random", session.game, SeededDice(1))
    while len(session.events) < 6:
        session.step(SeededDice(len(session.events)), bot.choose)
    server = FairGame(session, (0, 1), Random(4))
    while not isinstance(session.pending, Over):
        step(session, server, bot.choose)
    path.write_text(dumps(session, replace(server.transcript(), taken=6)))
    return path, 6


def test_what_came_from_another_game_is_told(tmp_path: Path) -> None:
    path, taken = _continued(tmp_path / "game.json")
    code, said, _ = _verify(path)
    assert code == 0
    assert f"the first {taken} events came from another game and cannot be verified" in said
    assert msgspec.json.decode(_verify(path, "--json")[1])["taken"] == taken


def test_a_game_that_came_from_another_one_as_a_whole_verifies_nothing(tmp_path: Path, record: str) -> None:
    document = msgspec.json.decode(record)
    document["fair"] |= {"taken": len(document["events"]), "sections": []}
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    assert _verify(path) == (2, "", f"{path}: {_NOTHING}\n")


_NOTHING = "no throw of this record is covered, so nothing is verified"


@pytest.mark.parametrize("sections", [0, 1])
def test_a_record_without_throws_verifies_nothing(tmp_path: Path, record: str, sections: int) -> None:
    """Empty, or cut off before the first dice: that no throw is wrong says nothing."""
    document = msgspec.json.decode(record)
    document["fair"]["sections"] = [section | {"wants": []} for section in document["fair"]["sections"][:sections]]
    document["events"] = []
    del document["result"]
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    for more in ((), ("--strict",)):
        assert _verify(path, *more) == (2, "", f"{path}: {_NOTHING}\n")
        assert msgspec.json.decode(_verify(path, "--json", *more)[1])["verified"] is None


def _cut(path: Path, wants: int) -> int:
    """Cut a record off before a want, with its events and links; the number of events that are left."""
    document = msgspec.json.decode(path.read_text())
    thrown = [place for place, event in enumerate(document["events"]) if event.get("dice")]
    document["events"] = document["events"][: thrown[wants]]
    document["fair"]["sections"][0]["wants"] = document["fair"]["sections"][0]["wants"][:wants]
    del document["result"]
    path.write_bytes(msgspec.json.encode(document))
    return len(document["events"])


def test_a_record_that_was_cut_off_is_called_unfinished(tmp_path: Path) -> None:
    path = _played(tmp_path / "game.json")
    assert msgspec.json.decode(_verify(path, "--json")[1])["finished"] is True
    events = _cut(path, wants=7)
    unfinished = f"the game is not finished: the record ends after {events} events"
    code, said, _ = _verify(path)
    assert (code, unfinished in said) == (0, True)
    assert msgspec.json.decode(_verify(path, "--json")[1])["finished"] is False
    assert _strict(path) == (1, False)
    strict = "the throws are verified, but that is not enough for --strict"
    assert _verify(path, "--strict") == (1, "", f"{path}: {strict}: {unfinished}\n")


def test_the_first_forged_die_is_named_not_the_move_that_it_makes_illegal(tmp_path: Path) -> None:
    """Every die of a match in turn; many of them make a later cover illegal."""
    path = _played(tmp_path / "game.json")
    honest = msgspec.json.decode(path.read_text())
    illegal = 0
    for place, event in enumerate(honest["events"]):
        for cup in range(len(event.get("dice", ()))):
            document = msgspec.json.decode(path.read_text())
            dice = document["events"][place]["dice"]
            if isinstance(dice[cup], list):
                dice[cup][0] = dice[cup][0] % 6 + 1
            else:
                dice[cup] = dice[cup] % 6 + 1
            other = tmp_path / "forged.json"
            other.write_bytes(msgspec.json.encode(document))
            illegal += RUN.invoke(app, ["replay", "--quiet", str(other)]).exit_code != 0
            code, said, _ = _verify(other, "--json")
            found = msgspec.json.decode(said)
            assert (code, found["verified"], found["event"]) == (1, False, place)
    assert illegal > 5, "some forged dice make later events illegal"


@pytest.mark.parametrize("change", ["seat", "winner", "left out", "names"])
def test_exchanged_seats_winners_moves_and_names_are_found(tmp_path: Path, change: str) -> None:
    """None of these is a throw: the rules, or the names in the header, tell."""
    path = _played(tmp_path / "game.json")
    document = msgspec.json.decode(path.read_text())
    covers = [event for event in document["events"] if event["e"] == "cover"]
    if change == "seat":
        covers[0]["seat"] = 1 - covers[0]["seat"]
    elif change == "winner":
        document["result"]["winners"] = [1 - document["result"]["winners"][0]]
    elif change == "left out":
        document["events"].remove(covers[2])
    else:
        document["players"].reverse()
    path.write_bytes(msgspec.json.encode(document))
    code, said, _ = _verify(path, "--json")
    assert (code, msgspec.json.decode(said)["verified"]) == (1, False)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"events":', '"events":[],"events":', "the key 'events' stands twice in one object"),
        ('"taken":0', '"taken":0.0', "a record holds whole numbers only, not 0.0"),
        ('"taken":0', '"taken":90071992547409920', "a record holds whole numbers only, not 90071992547409920"),
        ('"taken":0', '"taken":NaN', "this is not JSON"),
    ],
)
def test_json_that_readers_understand_differently_is_refused(
    tmp_path: Path, record: str, old: str, new: str, said: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(record.replace(old, new, 1))
    code, _, error = _verify(path)
    assert (code, said in error) == (2, True), error


class Quiet(FairGame):
    """A game in which every device has its part in every throw, unless a test says otherwise."""

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        self.before_want(len(self._wants))
        return super().want([*absent, *self.absent(len(self._wants))])

    def before_want(self, number: int) -> None:
        """What happens before dice are wanted."""

    def absent(self, number: int) -> Sequence[int]:  # noqa: ARG002 - for those who want to know
        return ()


class Silenced(Quiet):
    """Once the device of seat 1 does not answer, or is said not to have answered."""

    def absent(self, number: int) -> Sequence[int]:
        return (1,) if number == 3 else ()


class Swapped(Quiet):
    """Once another chain takes the place of that of seat 1."""

    def before_want(self, number: int) -> None:
        if number == 3:
            self.new_device(1)


class Unseated(Quiet):
    """From the fourth want on no device takes part for seat 1."""

    def before_want(self, number: int) -> None:
        if number == 3:
            self.no_device(1)


def _played(path: Path, kind: type[FairGame] = Quiet, people: Sequence[int] = (0, 1)) -> Path:
    session = Session("zock", ["Anna", "Ben"], {"games": 1})
    server, bot = (
        kind(session, people, Random(f"{kind.__name__} {people}")),
        make_bot("random", session.game, SeededDice(1)),
    )
    while not isinstance(session.pending, Over):
        step(session, server, bot.choose)
    path.write_text(dumps(session, server.transcript()))
    return path


def _strict(path: Path, *more: str) -> tuple[int, bool]:
    """The exit code of a strict check, and what a script reads that does not ask for one."""
    code, _, _ = _verify(path, "--strict", *more)
    lenient, said, _ = _verify(path, "--json", *more)
    assert lenient == 0, "every throw is true"
    whole: bool = msgspec.json.decode(said)["whole"]
    assert _verify(path, "--strict", "--json", *more)[:2] == (code, said)
    return code, whole


def test_a_game_with_all_devices_in_every_throw_passes_the_strict_check(tmp_path: Path) -> None:
    path = _played(tmp_path / "game.json")
    assert _strict(path) == (0, True)
    code, said, error = _verify(path, "--strict")
    assert (code, error) == (0, "")
    assert "throws are verified" in said


@pytest.mark.parametrize(
    ("kind", "people", "why"),
    [
        (
            Quiet,
            (),
            "the server determined {throws} of them alone · no device contributed for Anna, Ben (bots have none)",
        ),
        (Quiet, (0,), "no device contributed for Ben (bots have none)"),
        (Silenced, (0, 1), "Ben's device did not answer once"),
        (Swapped, (0, 1), "Ben's device started a new chain once"),
        (Unseated, (0, 1), "Ben's device did not contribute to {without} throws"),
    ],
)
def test_a_strict_check_needs_all_devices_in_every_throw(
    tmp_path: Path, kind: type[FairGame], people: Sequence[int], why: str
) -> None:
    path = _played(tmp_path / "game.json", kind, people)
    assert _strict(path) == (1, False)
    found = msgspec.json.decode(_verify(path, "--json")[1])
    assert found["players"] == ["Anna", "Ben"]
    why = why.format(throws=found["throws"], without=found["without"][1])
    hint = " · name the bots with --bot NAME" if any(found["without"]) else ""
    sentence = f"{path}: the throws are verified, but that is not enough for --strict: {why}{hint}\n"
    for more in ((), ("--quiet",)):
        assert _verify(path, "--strict", *more) == (1, "", sentence)


def test_a_strict_check_wants_no_device_of_a_bot(tmp_path: Path) -> None:
    path = _played(tmp_path / "game.json", people=(0,))
    assert _strict(path, "--bot", "Ben") == (0, True)
    assert _strict(path, "--bot", "Anna") == (1, False)
    assert "no device contributed for Ben (bots" in _verify(path, "--strict", "--bot", "Anna")[2]


def test_a_strict_check_needs_a_device_besides_the_server(tmp_path: Path) -> None:
    """However many of them are called bots: nobody's device was there."""
    path = _played(tmp_path / "game.json", people=())
    assert _strict(path, "--bot", "Anna", "--bot", "Ben") == (1, False)


def test_a_strict_check_takes_nothing_from_other_games(tmp_path: Path) -> None:
    path, _ = _continued(tmp_path / "game.json")
    assert _strict(path) == (1, False)


def test_a_strict_check_speaks_german_too(tmp_path: Path) -> None:
    path = _played(tmp_path / "game.json", people=(0,))
    done = RUN.invoke(app, ["verify", str(path), "--strict", "--lang", "de"])
    why = "für Ben hat kein Gerät beigetragen (Bots haben keins) · nenne die Bots mit --bot NAME"
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"{path}: die Würfe sind geprüft, aber für --strict reicht das nicht: {why}\n"


def test_wrong_throws_are_told_in_german(tmp_path: Path) -> None:
    path = _played(tmp_path / "game.json")
    document = msgspec.json.decode(path.read_text())
    document["fair"]["sections"][0]["wants"][3][1] = "0" * 64
    path.write_bytes(msgspec.json.encode(document))
    done = RUN.invoke(app, ["verify", str(path), "--lang", "de"])
    why = "Was das Gerät von Platz 2 beigetragen haben soll, ist nicht das, was es zugesagt hatte."
    assert (done.exit_code, done.stderr.endswith(f": {why}\n")) == (1, True), done.stderr


def test_a_wrong_throw_stays_wrong_in_a_strict_check(tmp_path: Path) -> None:
    path = _played(tmp_path / "game.json")
    document = msgspec.json.decode(path.read_text())
    del document["fair"]["sections"][0]["wants"][-1]
    path.write_bytes(msgspec.json.encode(document))
    assert _verify(path, "--strict") == _verify(path)
    assert _verify(path, "--strict")[0] == 1


def test_quiet_prints_nothing_for_valid_records(tmp_path: Path, record: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(record)
    assert _verify(path, "--quiet") == (0, "", "")


def test_a_record_can_be_piped(record: str) -> None:
    done = RUN.invoke(app, ["verify", "-", "--json"], input=record)
    assert (done.exit_code, msgspec.json.decode(done.stdout)["verified"]) == (0, True)


def test_a_record_that_says_nothing_about_its_dice_is_not_covered(tmp_path: Path, record: str) -> None:
    document = msgspec.json.decode(record)
    del document["fair"]
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    code, _, error = _verify(path)
    assert code == 2
    assert "not covered" in error


def test_all_lines_of_a_stream_are_checked(tmp_path: Path, record: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{record}\n\n{record}\nnothing\n")
    code, said, error = _verify(path)
    assert code == 2
    assert said.count("throws are verified") == 2
    assert "games.jsonl:4" in error


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    code, _, error = _verify(tmp_path / "nothing.json")
    assert code == 2
    assert "cannot be read" in error
    assert msgspec.json.decode(_verify(tmp_path / "nothing.json", "--json")[1])["verified"] is None


def test_what_a_record_says_about_its_dice_can_be_malformed(tmp_path: Path, record: str) -> None:
    document = msgspec.json.decode(record)
    document["fair"]["game"] = 7
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    code, _, error = _verify(path)
    assert code == 2
    assert "about its dice is malformed" in error


@pytest.mark.rule("R2")
def test_real_dice_cannot_be_checked(tmp_path: Path) -> None:
    session: Session = Session("zocknroll", ["a", "b", "c"])
    session.play({"e": "starter", "seat": 0})
    session.play({"e": "cups", "dice": [[0, 0]] * 4})
    path = tmp_path / "real.json"
    path.write_text(dumps(session))
    code, _, said = _verify(path)
    assert (code, "played with real dice" in said) == (2, True)
