"""Verifiable dice at the tables of a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from knobel.fair import hash_chain
from knobel.fair.throw_keys import verify_path
from knobel.fair.throws import throws_of
from knobel.fair.transcript import Transcript, load
from knobel.fair.verify import Verified, verify
from knobel.rules.session import Session
from knobel.serve.fairness.dealing import SHORT_TIMEOUT, TIMEOUT
from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.messages import Ask
from knobel.table.commands import Reveal

from ..fair import specified
from .memory_server import Device, Frame, MemoryServer, Socket, memory_server

pytestmark = pytest.mark.anyio

BOTS = {"zock": 1, "schocken": 2, "zocknroll": 3}


def told(text: str | bytes) -> tuple[Session, Transcript]:
    """A game, and the dice proofs of its record."""
    session, fair = load(text)
    assert fair is not None
    return session, fair


def checked(text: str | bytes) -> Verified:
    """A record whose dice verify, also with a verifier that was written from the specification alone."""
    session, fair = told(text)
    found = verify(fair, session)
    assert isinstance(found, Verified), found
    counts = specified.verify(text if isinstance(text, bytes) else text.encode())
    assert counts == msgspec.json.decode(msgspec.json.encode(found))
    return found


def record_of(here: MemoryServer, socket: Socket) -> str:
    """The finished game of a table."""
    found = here.services.store.game(socket.table["replay"])
    assert found is not None
    return found[1]


def of_game(here: MemoryServer, socket: Socket) -> Verified:
    return checked(record_of(here, socket))


def steps(socket: Socket) -> list[dict[str, Any]]:
    return [msgspec.json.decode(step) for step in socket.steps]


def refused(answer: dict[str, Any]) -> str:
    """Why a command was refused."""
    assert answer["m"] == "no", answer
    why: str = answer["why"]
    return why


def entries(socket: Socket, kind: str) -> list[dict[str, Any]]:
    return [step["e"] for step in steps(socket) if step["e"]["t"] == kind]


async def pair(here: MemoryServer, game: str = "zock", **more: Any) -> tuple[Socket, Socket]:
    """Two people at a table, and the bots that the game needs."""
    anna, ben = await here.device(), await here.device()
    code = await anna.make(game, bots=BOTS[game] - 1, start=False, **more)
    hosts, guests = await anna.look(code), await ben.look(code)
    await guests.ask("join", name="Ben")
    await hosts.until(lambda: len(hosts.table["seats"]) == BOTS[game] + 1)
    answer = await hosts.ask("start")
    assert answer["m"] == "ok", answer
    return hosts, guests


async def play_together(*sockets: Socket, choose: Callable[[list[Frame]], Frame] = lambda moves: moves[0]) -> None:
    while sockets[0].table["phase"] == "playing":
        for socket in sockets:
            if socket.my_turn:
                answer = await socket.act(choose)
                assert answer["m"] == "ok", answer
                break
        else:
            before = sockets[0].version
            await sockets[0].until(lambda: sockets[0].version > before)  # noqa: B023 - it is awaited at once
        newest = max(socket.version for socket in sockets)
        for socket in sockets:
            await socket.until(lambda: socket.version >= newest)  # noqa: B023 - it is awaited at once


async def want_in_silence(here: MemoryServer, socket: Socket) -> None:
    """Act until dice are wanted for which the device stays silent."""
    socket.answers = False
    while not steps(socket) or steps(socket)[-1]["e"]["t"] != "wanted":
        if socket.my_turn:
            await socket.act()
        await here.settle()


@pytest.mark.parametrize("game", BOTS)
async def test_every_throw_of_a_game_verifies(tmp_path: Path, game: str) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make(game, bots=BOTS[game]))
        await socket.play()
        found = of_game(here, socket)
        assert found.throws > 10
        assert sum(found.absent) == 0
        assert len(entries(socket, "disclosed")) == 1
        links = [entry["links"] for entry in entries(socket, "played") if "links" in entry]
        assert links
        assert all(len(each) == 1 and each[0] for each in links), "one device reveals something for all dice"


@pytest.mark.parametrize("game", BOTS)
async def test_two_devices_contribute(tmp_path: Path, game: str) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna, ben = await pair(here, game)
        await play_together(anna, ben)
        assert sum(of_game(here, anna).absent) == 0
        assert all(len(entry["links"]) == 2 for entry in entries(anna, "played") if "links" in entry)


async def test_a_key_comes_with_its_throw_and_merkle_path(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        root = bytes.fromhex(socket.last("snapshot")["fair"]["root"])
        await socket.play()
        proofs = [proof for step in steps(socket) for proof in step.get("proofs", ())]
        assert [proof["throw"] for proof in proofs] == list(range(of_game(here, socket).throws))
        assert all(_proves(root, proof) for proof in proofs)


def _proves(root: bytes, proof: dict[str, Any]) -> bool:
    path = bytes.fromhex(proof["path"])
    beside = tuple(path[at : at + 32] for at in range(0, len(path), 32))
    return verify_path(root, proof["throw"], bytes.fromhex(proof["key"]), beside)


@pytest.mark.rule("N5")
async def test_the_key_of_a_cup_is_private_until_it_is_lifted(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna, ben = await pair(here, "zocknroll")
        onlooker = await (await here.device()).look(anna.table["code"])
        await anna.until(lambda: bool(anna.game and anna.game["view"]["cups"]))
        await here.settle()
        cups = [
            step
            for step in steps(anna)
            if (step["e"].get("event") or {}).get("e") == "cups" and step["e"]["t"] == "played"
        ][-1]
        first = [step["e"]["throw"] for step in steps(anna) if step["v"] == cups["v"] - 1][-1]
        got = {socket: _keys_at(socket, cups["v"]) for socket in (anna, ben, onlooker)}
        assert got == {anna: [first], ben: [first + ben.table["you"]], onlooker: []}
        await play_together(anna, ben)
        later = [step for step in steps(onlooker) if step["v"] > cups["v"]]
        lifted = {proof["throw"] for step in later for proof in step.get("proofs", ())}
        assert {first, first + ben.table["you"]} & lifted, "cups of who stays are lifted in the third round"


@pytest.mark.rule("S5")
async def test_the_key_of_a_covered_throw_is_secret_until_all_cups_are_up(tmp_path: Path) -> None:
    def throw_all(moves: list[Frame]) -> Frame:
        return next(move for move in moves if move["e"] == "throw" and not move.get("keep"))

    async with memory_server(tmp_path, fair=True) as here:
        anna, ben = await pair(here, "schocken")
        onlooker = await (await here.device()).look(anna.table["code"])
        await play_together(anna, ben, choose=throw_all)
        await onlooker.until(lambda: onlooker.version == anna.version)
        covered = [_covered_throws(socket) for socket in (anna, ben, onlooker)]
        assert covered[0] == covered[1]
        assert len(covered[0]) > 10
        assert set(covered[2]) <= set(covered[0])
        assert covered[2]


def _covered_throws(socket: Socket) -> list[int]:
    """The covered throws: their keys come when all cups are up, and not before."""
    found, lying, number = list[int](), set[int](), None
    for step in steps(socket):
        entry, view = step["e"], step.get("game", {}).get("view")
        if entry["t"] == "wanted":
            number = entry["throw"]
        if entry["t"] != "played" or number is None or not view:
            continue
        known = {proof["throw"] for proof in step.get("proofs", ())}
        event = entry["event"]
        if event["e"] == "throw" and not view["cups_up"] and 0 in view["hands"][event["seat"]]["thrown"]:
            lying.add(number)
            found.append(number)
        assert lying <= known if view["cups_up"] else not lying & known
        if view["cups_up"]:
            lying.clear()
    return found


def _keys_at(socket: Socket, version: int) -> list[int]:
    return [proof["throw"] for step in steps(socket) if step["v"] == version for proof in step.get("proofs", ())]


async def test_a_silent_device_times_out_and_counts_as_absent(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        for timeout in (TIMEOUT, SHORT_TIMEOUT):
            await want_in_silence(here, socket)
            before = socket.version
            await here.time.advance(timeout - 0.2)  # the next dice may have been wanted for 0.1 s
            assert socket.version == before, "the dice wait"
            await here.time.advance(0.3)
            await socket.until(lambda: socket.version > before)  # noqa: B023 - it is awaited at once
            fallen = next(step for step in steps(socket) if step["v"] == before + 1)
            assert fallen["e"]["links"] == [None]
            assert fallen["told"][0]["key"] == "table-absent"
        seen = (await anna.look(socket.table["code"])).last("snapshot")["fair"]
        assert seen["absent"] == [2, 0]


async def test_dice_do_not_wait_for_a_disconnected_device(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna, ben = await pair(here)
        await anna.until(lambda: anna.my_turn or ben.my_turn)
        await ben.leave()
        before = anna.version
        if anna.my_turn:
            await anna.act()
        else:
            await anna.ask("stand_in", seat=1)
        await anna.until(
            lambda: bool(entries(anna, "played")) and entries(anna, "played")[-1].get("links", [1])[-1] is None
        )
        assert anna.version > before


async def test_a_wrong_link_is_refused(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        await want_in_silence(here, socket)
        want = entries(socket, "wanted")[-1]["want"]
        assert refused(await socket.ask("reveal", section=0, want=want, link="0" * 64)) == "illegal"
        assert refused(await socket.ask("reveal", section=0, want=want - 1, link="0" * 64)) == "stale"
        right = await socket.ask(**_as_asked(socket.fair.repeat()[0]))
        assert right["m"] == "ok"
        await socket.until(lambda: entries(socket, "played")[-1].get("links", [None])[0] is not None)


async def test_wrong_links_count_against_the_rate_limit(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True, limits=Limits(commands=RateLimit(0.001, 9))) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        await want_in_silence(here, socket)
        want = entries(socket, "wanted")[-1]["want"]
        wrong = [await socket.ask("reveal", section=0, want=want, link="0" * 64) for _ in range(12)]
        assert [refused(answer) for answer in wrong][-3:] == ["limit"] * 3


async def test_right_links_do_not_count_against_the_rate_limit(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True, limits=Limits(commands=RateLimit(0.001, 6))) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        acted = 1  # the anchor
        await socket.until(lambda: socket.my_turn)
        while (answer := await socket.act())["m"] == "ok":
            acted += 1
            await socket.until(lambda: socket.my_turn)
        assert (refused(answer), acted) == ("limit", 6)
        assert any(entry.get("links") for entry in entries(socket, "played"))


async def test_wrong_links_per_throw_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking a link can take thousands of hashes if the device has missed many throws."""
    looked = list[int]()

    def follows(link: bytes, known: bytes, steps: int) -> bool:
        looked.append(steps)
        return hash_chain.follows(link, known, steps)

    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        for given in ("wrong", "right"):
            await want_in_silence(here, socket)
            live = here.hub.tables[socket.table["code"]]
            (device,) = live.table.seats[0].devices
            right = msgspec.convert(socket.fair.repeat()[0], Reveal)
            told = list[bytes | None]()
            ask = Ask("1", socket.version, right if given == "right" else Reveal(0, right.want, "0" * 64))
            monkeypatch.setattr("knobel.table.commitments.follows", follows)
            monkeypatch.setattr(live._dealing, "_wait_or_throw", lambda *_: None)  # another device is missing
            for _ in range(20):
                live.ask(device, ask, told.append, told.append)
            assert len(looked) == (3 if given == "wrong" else 1)
            monkeypatch.undo()
            looked.clear()
            await here.time.advance(TIMEOUT + 0.1)


async def test_only_an_accepted_link_gets_a_deferred_reply(tmp_path: Path) -> None:
    """The dice follow an accepted link; a refusal is sent at once."""
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        await want_in_silence(here, socket)
        live = here.hub.tables[socket.table["code"]]
        (device,) = live.table.seats[0].devices
        right = msgspec.convert(socket.fair.repeat()[0], Reveal)
        wrong = Reveal(right.section, right.want, "0" * 64)
        told, mentioned = list[bytes | None](), list[bytes]()
        for each in (wrong, right, wrong):
            live.ask(device, Ask("1", socket.version, each), told.append, mentioned.append)
        assert [answer and msgspec.json.decode(answer)["m"] for answer in told] == ["no", "no"]
        assert [msgspec.json.decode(answer)["m"] for answer in mentioned] == ["ok"]
        await socket.until(lambda: entries(socket, "played")[-1].get("links") == [right.link])


def _as_asked(command: dict[str, Any]) -> dict[str, Any]:
    return {"command": command["c"], **{key: value for key, value in command.items() if key != "c"}}


async def test_an_absent_device_can_protest_once(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        await want_in_silence(here, socket)
        want, before = entries(socket, "wanted")[-1]["want"], socket.version
        assert refused(await socket.ask("protest", section=0, want=want)) == "stale"
        await here.time.advance(TIMEOUT + 0.1)
        await socket.until(lambda: socket.version > before)
        for other in (want - 1, want + 1):
            assert refused(await socket.ask("protest", section=0, want=other)) == "stale"
        assert (await socket.ask("protest", section=0, want=want))["m"] == "ok"
        assert refused(await socket.ask("protest", section=0, want=want)) == "illegal"
        assert entries(socket, "protested") == [{"t": "protested", "seat": 0, "want": want}]
        seen = (await anna.look(socket.table["code"])).last("snapshot")["fair"]
        assert (seen["absent"], seen["protests"]) == ([1, 0], [1, 0])


async def test_a_device_that_answered_cannot_protest(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        await here.settle()
        assert refused(await socket.ask("protest", section=0, want=entries(socket, "wanted")[-1]["want"])) == "stale"
        assert not entries(socket, "protested")


async def test_an_open_want_continues_after_a_restart(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        await want_in_silence(here, socket)
        code, version, device = socket.table["code"], socket.version, socket.fair
    async with memory_server(tmp_path, fair=True, seed=1) as here:
        anna = await here.device(anna.token)
        again = await anna.look(code, since=version)
        again.fair, again.version, again.table = device, version, socket.table
        again.send({"id": "again", "v": version, "do": device.repeat()[0]})
        await again.until(lambda: again.version > version)
        assert entries(again, "played")[-1]["links"][0] is not None
        again.game = socket.game if again.game is None else again.game
        await again.play()
        assert sum(of_game(here, again).absent) == 0


async def test_a_new_device_gives_a_new_anchor(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        socket.answers = False
        other = await anna.look(socket.table["code"])
        other.fair._draw = lambda size: b"\7" * size  # another chain than that of the first
        answer = await other.ask("anchor", anchor="ab" * 32)
        assert answer["m"] == "ok"
        assert refused(await other.ask("anchor", anchor="ab" * 32)) == "illegal"
        assert entries(other, "anchored")[-1]["anchor"] == "ab" * 32


async def test_an_abandoned_game_discloses_its_secret(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.until(lambda: socket.my_turn)
        code = socket.table["code"]
        assert (await anna.http.get(f"/api/tables/{code}/record")).status_code == 409
        await socket.ask("close")
        await socket.until(lambda: bool(entries(socket, "disclosed")))
        given = await anna.http.get(f"/api/tables/{code}/record")
        assert checked(given.text).throws > 0


@pytest.mark.parametrize("change", [{"options": {"games": 3}}, {"game": "schocken"}])
async def test_the_record_of_a_closed_table_is_that_of_the_game_as_it_was(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    """The options chosen for the next game do not matter."""
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.play()
        for command, more in (("change", change), ("close", {})):
            assert (await socket.ask(command, **more))["m"] == "ok"
        given = await anna.http.get(f"/api/tables/{socket.table['code']}/record")
        assert given.status_code == 200
        assert checked(given.text).throws > 0


async def test_a_table_without_a_game_has_no_record(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock", start=False))
        assert (await socket.ask("close"))["m"] == "ok"
        given = await anna.http.get(f"/api/tables/{socket.table['code']}/record")
        assert (given.status_code, given.json()["sentence"]) == (409, "no game was begun at this table")


async def test_more_throws_than_a_root_has_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("table.fairness", "fair.verify"):
        monkeypatch.setattr(f"knobel.{room}.SPARE", 4096 - 5)
    monkeypatch.setattr(specified, "SPARE", 4096 - 5)
    async with memory_server(tmp_path, fair=True) as here:
        anna, ben = await pair(here, "zocknroll")
        await play_together(anna, ben)
        found, (session, fair) = of_game(here, anna), told(record_of(here, anna))
        assert found.throws > 20
        assert sum(found.absent) == 0
        roots = [entry["root"] for entry in entries(anna, "rooted")]
        assert len(roots) > 2
        assert [section.root for section in fair.sections[1:]] == roots, "all of them stand in the record"
        assert len({section.root for section in fair.sections}) == len(fair.sections), "each has keys of its own"
        wants = [links for section in fair.sections for links in section.wants]
        assert all(len(links) == 2 for links in wants), "both devices have anchored before dice are wanted again"
        assert len(wants) == len([event for event in session.events[1:] if getattr(event, "dice", ())]) + 1, "and a lot"


async def test_a_continued_game_verifies_from_its_start(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.play()
        start = {"replay": socket.table["replay"], "step": 5, "seat": 0}
        code = await anna.make("zock", id="onward", from_replay=start)
        onward = await anna.look(code)
        await onward.play()
        before, (session, fair) = told(record_of(here, socket))[0], told(record_of(here, onward))
        assert fair.taken == 5
        assert session.events[:5] == before.events[:5]
        assert fair.game != told(record_of(here, socket))[1].game, "it has keys of its own"
        pendings = [session.game.pending(session.state_at(place)) for place in range(len(session.events))]
        fallen = [throws_of(*each) for each in zip(pendings, session.events, strict=True)]
        assert of_game(here, onward).throws == sum(map(len, fallen[5:])) < sum(map(len, fallen))


async def test_a_removed_player_does_not_contribute(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna, ben = await pair(here, "schocken")
        await anna.until(lambda: anna.my_turn or ben.my_turn)
        seat, before = ben.table["you"], len([entry for entry in entries(anna, "played") if "links" in entry])
        assert (await anna.ask("unseat", seat=seat))["m"] == "ok"
        await ben.leave()
        await anna.play()
        assert sum(of_game(here, anna).absent) == 0, "a seat without a device is not absent"
        ((section,), links) = told(record_of(here, anna))[1].sections, [2] * before
        assert [len(each) for each in section.wants] == links + [1] * (len(section.wants) - before)
        assert [(each.seat, each.since) for each in section.anchors if each.anchor is None] == [(seat, before)]


async def test_an_uploaded_record_keeps_its_dice_proofs(tmp_path: Path) -> None:
    async with memory_server(tmp_path, fair=True) as here:
        anna: Device = await here.device()
        socket = await anna.look(await anna.make("zock"))
        await socket.play()
        text = (await anna.http.get(f"/api/replays/{socket.table['replay']}/record")).text
        name = (await anna.http.post("/api/records", content=text)).json()["replay"]
        again = (await anna.http.get(f"/api/replays/{name}/record")).text
        assert checked(again) == checked(text)
