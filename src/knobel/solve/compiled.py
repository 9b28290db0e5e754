"""How the solvers' inner loops become machine code."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

_ROOMS: Final = ("rules", "solve", "simulate")
"""Where kernels are, and everything that is compiled into them."""


def compiled(function: F) -> F:
    """Compile a function at its first call, keep the code on disk, and let other threads run meanwhile."""
    try:
        kernel: Any = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder can be written to: it is compiled again next time
        return cast("F", njit(nogil=True)(function))
    if kernel is not function:  # numba can be told to compile nothing
        # numba knows code on disk to be out of date by the function's own file. But functions and constants of other
        # files are compiled in, and the types of arguments are found by name before that file is looked at, which
        # fails when one is gone. The version is looked at first.
        kernel._cache._cache_file._version += f" {sources()}"
    return cast("F", kernel)


@cache
def sources(package: Path = Path(__file__).parents[1]) -> str:
    """A few letters that change with anything that kernels are made from."""
    digest = sha256()
    for path in sorted(path for room in _ROOMS for path in (package / room).rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:16]
