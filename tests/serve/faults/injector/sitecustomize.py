"""Imported by every Python process that starts with this folder in its path: throws errors into tasks and threads.

The process listens at a socket named after its process id, in the folder of `KNOBEL_FAULTS`. A request is a JSON line:
`["list"]`, or `["throw", error, "task" or "thread", name]`; so is the answer.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import socket
import sys
import threading
import time
from typing import Any

ERRORS = {"RuntimeError": RuntimeError, "OSError": OSError, "MemoryError": MemoryError}
POOLS = ("asyncio_", "knobel-leases")
"""Prefixes of threads of pools: an error is thrown into the work that they do, not into the pool."""


def _tasks() -> dict[str, asyncio.Task[Any]]:
    found = dict[str, asyncio.Task[Any]]()
    for task in list(asyncio.all_tasks.__globals__["_all_tasks"]):
        if not task.done():
            name = task.get_name()
            found[name if name.startswith("knobel") else getattr(task.get_coro(), "__qualname__", name)] = task
    return found


def _threads() -> dict[str, threading.Thread]:
    return {thread.name: thread for thread in threading.enumerate() if thread.name != "faults"}


def _throw_into_task(task: Any, error: str) -> bool:
    thrown = threading.Event()
    loop = task.get_loop()

    def throw() -> None:
        if task.done():
            thrown.set()
            return
        if error == "cancelled":
            task.cancel()
        else:
            waiting = task._fut_waiter
            while isinstance(waiting, asyncio.Task):
                waiting = getattr(waiting, "_fut_waiter")  # noqa: B009 - asyncio's own, which its stubs hide
            if waiting is None or waiting.done():
                loop.call_soon(throw)
                return
            waiting.set_exception(ERRORS[error]("planted"))
        loop.call_soon(loop.call_soon, loop.call_soon, thrown.set)  # the task has met it by then

    loop.call_soon_threadsafe(throw)
    return thrown.wait(20)


def _works(thread: threading.Thread) -> bool:
    """Whether a thread of a pool has work."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None:
        if frame.f_code.co_name == "run" and frame.f_code.co_filename.endswith("concurrent/futures/thread.py"):
            return True
        frame = frame.f_back
    return False


def _throw_into_thread(thread: threading.Thread, error: str) -> bool:
    deadline = time.monotonic() + 20
    while thread.name.startswith(POOLS) and not _works(thread):
        if time.monotonic() > deadline:
            return False
    identity = ctypes.c_ulong(thread.ident or 0)
    reached: int = ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, ctypes.py_object(ERRORS[error]))
    return reached == 1


def _answer(request: list[str]) -> object:
    match request:
        case ["list"]:
            return {"argv": sys.orig_argv, "task": sorted(_tasks()), "thread": sorted(_threads())}
        case ["throw", error, "task", name]:
            return _throw_into_task(_tasks()[name], error)
        case ["throw", error, "thread", name]:
            return _throw_into_thread(_threads()[name], error)
    return None


def _listen(path: str) -> None:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    while True:
        connection, _ = listener.accept()
        with connection, connection.makefile("rw") as lines:
            try:
                answer = _answer(json.loads(lines.readline()))
            except (KeyError, RuntimeError):  # it has just ended, or the list changed meanwhile
                answer = None
            lines.write(json.dumps(answer) + "\n")


if "KNOBEL_FAULTS" in os.environ:
    where = os.path.join(os.environ["KNOBEL_FAULTS"], str(os.getpid()))
    threading.Thread(target=_listen, args=(where,), name="faults", daemon=True).start()
