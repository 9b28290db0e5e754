"""Hypothesis says everything that the schema of commands allows, to a table where a game goes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trials.fuzz.client import FuzzClient
from trials.fuzz.schema import ANYTHING, allowed
from trials.fuzz.server import fuzz_server

from knobel.serve.messages import Ask
from knobel.serve.schema import schema

COMMANDS = allowed(schema()["$defs"]["Ask"]["properties"]["do"])

Say = Callable[[str], Counter[str]]


@pytest.fixture(scope="module")
def say(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Say]:
    """Says a text at a table, waits for the answer, and gives back what was answered so far."""
    with asyncio.Runner() as runner:
        stack, tally = AsyncExitStack(), Counter[str]()
        made = runner.run(stack.enter_async_context(fuzz_server(tmp_path_factory.mktemp("fuzz_server"), 1)))
        device = runner.run(made.device())
        code = runner.run(device.make("zock"))
        talker = FuzzClient(made, device.token, code, Random(1), tally)

        async def said(text: str) -> Counter[str]:
            await talker.connect()
            await talker.say(text)
            await talker.settle()
            return tally

        yield lambda text: runner.run(said(text))
        assert not made.trouble.messages
        talker.leave()
        runner.run(stack.aclose())


numbers = count(1)


@given(command=COMMANDS, version=st.integers(0, 30))
def test_every_command_is_answered(say: Say, command: Any, version: int) -> None:
    text = msgspec.json.encode({"id": f"h{next(numbers)}", "v": version, "do": command})
    msgspec.json.decode(text, type=Ask)
    before = say("null").copy()
    after = say(text.decode())
    assert (after - before).total() == 1


@given(frame=ANYTHING)
def test_anything_else_is_refused_or_ends_the_line(say: Say, frame: Any) -> None:
    before = say("null").copy()
    after = say(msgspec.json.encode(frame).decode())
    assert (after - before).total() == (frame is not None)
