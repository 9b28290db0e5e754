"""How the solvers' inner loops become machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function at its first call, keep the code on disk, and let other threads run meanwhile."""
    return cast("F", njit(cache=True, nogil=True)(function))
