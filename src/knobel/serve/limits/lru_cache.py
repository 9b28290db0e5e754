"""LRU cache with explicit `get` and `put`, for results of coroutines."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps the most recently used values."""

    def __init__(self, maxsize: int) -> None:
        self._maxsize = maxsize
        self._values = OrderedDict[K, V]()

    def get(self, key: K) -> V | None:
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> V:
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._maxsize:
            self._values.popitem(last=False)
        return value
