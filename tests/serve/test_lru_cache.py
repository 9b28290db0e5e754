"""LRU cache: what was used last stays."""

from __future__ import annotations

import pytest

from knobel.serve.limits.lru_cache import LruCache


@pytest.mark.parametrize("how", ["get", "put"])
def test_a_value_that_is_used_again_outlives_older_ones(how: str) -> None:
    cache = LruCache[str, int](2)
    cache.put("a", 1)
    cache.put("b", 2)
    if how == "get":
        assert cache.get("a") == 1
    else:
        assert cache.put("a", 3) == 3
    cache.put("c", 4)
    assert [cache.get(key) is None for key in "abc"] == [False, True, False]
