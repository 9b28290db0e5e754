"""Child processes: none is left behind when the server closes its event loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import subprocess
import sys

import pytest

from knobel.serve.workers.child_process import ChildProcess

from ..server_process import PATIENCE


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


CHILD = """
import sys, time
sys.platform = "darwin"
from knobel.serve.workers.memory import end_with_server
end_with_server()
print("ready", flush=True)
time.sleep(10_000)
"""
SERVER = f"""
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", {CHILD!r}])
time.sleep(10_000)
"""


@pytest.mark.skipif(not hasattr(os, "getppid"), reason="a system without parents")
def test_where_the_kernel_does_not_end_children_they_look_for_their_server() -> None:
    """The end of the pipe says that both processes have ended."""
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, start_new_session=True) as server:
        assert server.stdout is not None
        try:
            assert server.stdout.readline() == b"ready\n"
            server.kill()
            ended, _, _ = select.select([server.stdout], [], [], PATIENCE)
            assert ended
            assert server.stdout.read() == b""
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)
