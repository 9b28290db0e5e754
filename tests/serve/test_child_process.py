"""Child processes: none is left behind when the server closes its event loop."""

from __future__ import annotations

import asyncio

from knobel.serve.workers.child_process import ChildProcess


async def test_a_process_that_is_ending_is_waited_for_when_cancelled() -> None:
    child = ChildProcess(
        "knobel.serve.workers.bot_process", "bot", lambda: (), lambda _: None, arguments=("600000000",)
    )
    child.start()
    while child.process is None:
        await asyncio.sleep(0.01)
    process = child.process
    assert process.stdout is not None
    process.stdout.feed_eof()  # it has closed its output, so it is being ended
    while child.process is not None:
        await asyncio.sleep(0)
    await child.stop()
    assert process.returncode is not None
