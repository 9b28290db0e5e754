"""Memory of a worker process: resident set size, and a hard limit as a last resort."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from typing import Final

_HEADROOM: Final = 1 << 30
"""Bytes above the limit at which the system refuses memory. The compiler reserves much that it never uses."""


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
