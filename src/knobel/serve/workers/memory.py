"""What worker processes have in common: a memory limit, and when they end."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from time import sleep
from typing import Final

_HEADROOM: Final = 1 << 30
"""Bytes above the limit at which the system refuses memory. The compiler reserves much that it never uses."""

_LOOK_INTERVAL: Final = 0.5
"""Seconds between two looks for the server."""


def resident() -> int:
    """Bytes of this process in memory: now on Linux, the most so far on other systems, 0 where it is unknown."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def end_with_threads() -> None:
    """Let an exception that ends a thread end the process; the server gives its jobs to the next one."""

    def end(failed: threading.ExceptHookArgs) -> None:
        print(f"a thread has ended: {failed.exc_type.__name__}", file=sys.stderr, flush=True)
        os._exit(1)

    threading.excepthook = end


def end_with_server() -> None:
    """End soon after the server, however that ends. On Linux the kernel sees to it (`child_process`).

    Elsewhere a thread looks for the parent. It has to wait while compiled code keeps the interpreter lock. On Windows a
    process does not learn that its parent has ended; there a child ends when it next reads its input.
    """
    if sys.platform != "linux":
        threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(server: int) -> None:
    while os.getppid() == server:
        sleep(_LOOK_INTERVAL)
    os._exit(1)


def refuse_beyond(limit: int) -> None:
    """Let the system refuse memory far beyond the limit, in case it grows faster than it is measured."""
    if not limit:
        return
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):  # a stricter limit is set already
        resource.setrlimit(resource.RLIMIT_DATA, (limit + _HEADROOM, limit + _HEADROOM))
