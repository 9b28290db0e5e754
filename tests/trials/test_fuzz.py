"""Fuzzing in its small size; that it goes everywhere; and that it would notice."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest
from msgspec import Struct
from starlette.routing import BaseRoute, Match, Route
from trials.fuzz.client import check_sentence, masked, named
from trials.fuzz.connection import Answer, Line
from trials.fuzz.corpus import Corpus, record
from trials.fuzz.frames import FrameFuzz
from trials.fuzz.mutation import NASTY_TEXT, spoil_json
from trials.fuzz.requests import RequestFuzz, check_refusal
from trials.fuzz.server import Trouble, fuzz_server
from trials.fuzz.trial import Fuzzed, fuzz
from websockets.frames import Frame, Opcode

from knobel.serve.api.common import ApiContext
from knobel.serve.api.static_files import ClientFiles
from knobel.serve.api.websocket import WebSocketSession
from knobel.serve.app import http_app
from knobel.table.commands import Command

SEED = 20261115


class Recorded(Struct):
    corpus: Corpus
    routes: list[BaseRoute]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    async def recording() -> Recorded:
        async with fuzz_server(tmp_path_factory.mktemp("recorded"), 1) as made:
            return Recorded(await record(made), http_app(made.hub, ClientFiles()).routes)

    return asyncio.run(recording())


async def test_a_server_stands_frames_and_requests_of_all_kinds(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    done = await fuzz(1200, 500, SEED, tmp_path)
    assert (done.frames, done.requests, done.games) == (1200, 500, 1)
    everything = {"ok", "malformed", "illegal", "forbidden", "4400", "1002", "200", "201", "400", "404", "405", "422"}
    assert everything <= set(done.tally), "it gets everywhere: into games, and into every kind of refusal"


def test_recordings_hold_every_command(recorded: Recorded) -> None:
    commands = {msgspec.json.decode(frame)["do"]["c"] for frame in recorded.corpus.frames}
    assert commands == {each.__struct_config__.tag for each in get_args(Command)}


def test_recordings_hold_every_route(recorded: Recorded) -> None:
    asked = [{"type": "http", "method": each.method, "path": each.path} for each in recorded.corpus.asked]
    routes = [route for route in recorded.routes if isinstance(route, Route)]
    assert len(routes) > 30
    missing = [route for route in routes if not any(route.matches(scope)[0] is Match.FULL for scope in asked)]
    assert missing == []


async def test_a_command_without_an_answer_is_noticed(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    receive = WebSocketSession.on_text
    monkeypatch.setattr(
        WebSocketSession, "on_text", lambda visit, text: None if "emote" in (text or "") else receive(visit, text)
    )
    async with fuzz_server(tmp_path, 1) as made:
        with pytest.raises(AssertionError, match="no answer to"):
            await FrameFuzz(made, recorded.corpus, SEED, Counter()).round(2000)


async def test_an_error_of_the_server_is_noticed(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ApiContext, "table", broken)
    async with fuzz_server(tmp_path, 1) as made:
        with pytest.raises(AssertionError, match="status=500"):
            await RequestFuzz(made, recorded.corpus, SEED, Counter()).round(300)
        assert "ZeroDivisionError" in made.trouble.messages[0]


async def test_a_refused_handshake_ends_quietly(tmp_path: Path) -> None:
    async with fuzz_server(tmp_path, 1) as made:
        line = Line(made.stack, "10.0.0.1")
        line.feed(b"GET / HTTP/1.1\r\nHost: knobel\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
        assert await line.answered()
        await made.stored()
        answer = line.answer()
        assert answer is not None
        assert answer.status == 400
        assert made.trouble.messages == []


def test_errors_in_the_log_are_noticed() -> None:
    trouble, planted = Trouble(), ValueError("planted")
    trouble.handle(logging.LogRecord("a", logging.WARNING, "", 0, "a warning", (), None))
    trouble.handle(logging.LogRecord("a", logging.ERROR, "", 0, "an error", (), None))
    trouble.handle(logging.LogRecord("a", logging.INFO, "", 0, "a traceback", (), (ValueError, planted, None)))
    assert len(trouble.messages) == 2
    assert "planted" in trouble.messages[1]


def test_growth_is_that_after_the_warm_up() -> None:
    done = Fuzzed(0, 0, 0, Counter(), [*range(70, 100), 100, 103, *[104] * 20, *[102] * 38], 1.0)
    assert done.growth == 104 / 100
    done.memory = done.memory[:30]
    assert done.growth is None


@pytest.mark.parametrize(
    "answer",
    [
        Answer(500, "application/json", b'{"why":"error","sentence":"something went wrong here"}'),
        Answer(503, "application/json", b'{"why":"store","sentence":"this could not be stored"}'),
        Answer(400, "application/json", b'{"why":"malformed","sentence":"two\\nlines"}'),
        Answer(400, "application/json", b'{"why":"malformed","sentence":""}'),
        Answer(400, "text/html", b"<p>This is no sentence."),
        Answer(418, "text/plain", b"a teapot refuses"),
    ],
    ids=["an error of its own", "a failed store", "two lines", "nothing", "a page", "a strange status"],
)
def test_bad_refusals_are_noticed(answer: Answer) -> None:
    with pytest.raises(AssertionError):
        check_refusal(answer)


@pytest.mark.parametrize("sentence", ["Traceback (most recent call last)", "<A object at 0x7f00>", "x" * 500])
def test_what_is_no_sentence(sentence: str) -> None:
    with pytest.raises(AssertionError):
        check_sentence(sentence)


@pytest.mark.parametrize("length", [0, 125, 126, 65535, 65536])
def test_frames_are_those_of_the_standard(length: int) -> None:
    payload = b"x" * length
    theirs = Frame(Opcode.TEXT, payload).serialize(mask=True)
    head = len(theirs) - length - 4
    assert masked(payload, mask=theirs[head : head + 4]) == theirs


def test_whose_answer_is_expected() -> None:
    assert named('{"id":"a","v":1}') == "a"
    assert named('{"id":"' + "a" * 64 + '"}') == "a" * 64
    nameless = ("null", "[]", '{"id":1}', '{"id":""}', '{"id":"ä"}', '{"id":"' + "a" * 65 + '"}', "{", "[" * 3000)
    assert [named(text) for text in nameless] == [None] * len(nameless)


def test_the_same_seed_spoils_alike() -> None:
    text = '{"id":"f1","v":3,"do":{"c":"move","move":{"e":"cover","seat":0,"fields":[4,5]}}}'
    runs = [[spoil_json(text, random) for _ in range(200)] for random in (Random(SEED), Random(SEED), Random(1))]
    assert runs[0] == runs[1] != runs[2]
    assert len(set(runs[0])) > 150
    assert any(nasty in runs[0] for nasty in NASTY_TEXT)
