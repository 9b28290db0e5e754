"""Callbacks that keep nobody alive: who is forgotten is gone at once, without anybody looking for circles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec
from weakref import WeakMethod

P = ParamSpec("P")


def weakly(method: Callable[P, Any]) -> Callable[P, None]:
    """The method as long as its owner is there; nothing happens after that."""
    found = WeakMethod(method)

    def call(*args: P.args, **named: P.kwargs) -> None:
        there = found()
        if there is not None:
            there(*args, **named)

    return call
