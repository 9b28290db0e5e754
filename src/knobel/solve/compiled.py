"""Just-in-time compilation of kernels with numba, cached on disk and shared between processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from numba import njit
from numba.core.caching import FunctionCache

from .progress import compilation_starts

F = TypeVar("F", bound=Callable[..., Any])

_FunctionCache: Any = FunctionCache  # numba has no types

_ROOMS: Final = ("rules", "solve", "simulate", "research/vector")
"""The packages with kernels, and with everything that is compiled into them."""

PATIENCE: Final = 60.0
"""Seconds to wait for another process that compiles the same module; then this one compiles it, too."""


def compiled(function: F) -> F:
    """Compile a function at its first call, cache the machine code on disk, and release the GIL while it runs."""
    kernel: Any = njit(nogil=True)(function)
    if kernel is not function:  # NUMBA_DISABLE_JIT returns the function itself
        with suppress(RuntimeError):  # no writable folder: compiled again in the next process
            kernel._cache = KernelCache(function)
    return cast("F", kernel)


class KernelCache(_FunctionCache):  # type: ignore[misc]
    """numba's cache of one function, with a stricter version and a file lock around each compilation.

    numba invalidates cached code by the function's own file. But functions and constants of other files are compiled
    in, and unpickling the index fails when a type of an argument has been renamed. numba compares the version before
    both, so the version covers all sources of kernels.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file._version += f" {sources()}"
        self._lock = _lock_of(Path(self.cache_path) / f"{function.__module__.rpartition('.')[2]}.lock")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The cached code. If there is none, wait while another process compiles the module, and look again."""
        found = super().load_overload(sig, target_context)
        if found is None:
            compilation_starts()
            self._lock.acquire()
            found = super().load_overload(sig, target_context)
            if found is not None:
                self._lock.release()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store compiled code, and let waiting processes load it."""
        try:
            super().save_overload(sig, data)
        finally:
            self._lock.release()


class FileLock:
    """Re-entrant lock between processes; the system releases it when the process ends.

    numba compiles under a global lock, so one thread at a time comes here. Modules do not import each other in cycles,
    so processes that wait for each other's modules cannot deadlock. Without a writable folder it does nothing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self._depth = 0

    def acquire(self, patience: float = PATIENCE) -> bool:
        """Whether the lock is held now; after so many seconds the caller goes on without it."""
        self._depth += 1
        if self._file is not None:
            return True
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT)
        except OSError:
            return True
        end = time.monotonic() + patience
        while not (locked := _try_lock(self._file)) and time.monotonic() < end:
            time.sleep(0.05)
        return locked

    def release(self) -> None:
        self._depth = max(0, self._depth - 1)
        if self._depth == 0 and self._file is not None:
            os.close(self._file)  # closing unlocks
            self._file = None


@cache
def _lock_of(path: Path) -> FileLock:
    """One lock for all kernels of a module, which call each other."""
    return FileLock(path)


def _try_lock(file: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@cache
def sources(package: Path = Path(__file__).parents[1]) -> str:
    """Hash of all files that kernels are compiled from."""
    digest = sha256()
    for path in sorted(path for room in _ROOMS for path in (package / room).rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:16]
