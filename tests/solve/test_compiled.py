"""Machine code on disk: used again, but never when anything has changed that it may have been made from."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from numba.core import caching

from knobel.solve import compiled as compiling

_NAME = "knobel_test_kernels"
_KERNELS = """
from typing import NamedTuple

from knobel.solve.compiled import compiled

class {pair}(NamedTuple):
    first: int
    second: int

@compiled
def total(pair):
    return {times} * (pair.first + pair.second)

def make():
    return {pair}(2, 3)
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Write a module with a kernel, and import it as another process would."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # Python would not notice two versions within a second

    def import_it(pair: str = "Pair", times: int = 1) -> Any:
        path = tmp_path / f"{_NAME}.py"
        path.write_text(_KERNELS.format(pair=pair, times=times))
        spec = spec_from_file_location(_NAME, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[_NAME] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    yield import_it
    sys.modules.pop(_NAME, None)


def hits(module: Any) -> int:
    return int(sum(module.total.stats.cache_hits.values()))


def test_code_on_disk_is_used_again(load: Callable[..., Any]) -> None:
    first = load()
    assert (first.total(first.make()), hits(first)) == (5, 0)
    second = load()
    assert (second.total(second.make()), hits(second)) == (5, 1)


def test_code_made_from_other_sources_is_not_used(load: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an upgrade in which only another file has changed."""
    first = load()
    first.total(first.make())
    monkeypatch.setattr(compiling, "sources", lambda: "others")
    second = load()
    assert (second.total(second.make()), hits(second)) == (5, 0)


def test_types_may_be_renamed(load: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept on disk names them, and they are not there any more."""
    first = load()
    first.total(first.make())
    monkeypatch.setattr(compiling, "sources", lambda: "others")
    second = load(pair="Both", times=2)
    assert second.total(second.make()) == 10


def test_without_a_folder_to_write_to_it_is_compiled_anyway(
    load: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    module = load()
    assert module.total(module.make()) == 5


def test_any_source_of_kernels_counts(tmp_path: Path) -> None:
    compiling.sources.cache_clear()
    seen = {compiling.sources(tmp_path)}
    for room in ("rules", "solve", "simulate"):
        for content in ("", "ONE = 1", "ONE = 2"):
            path = tmp_path / room / "module.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(content)
            compiling.sources.cache_clear()
            seen.add(compiling.sources(tmp_path))
    assert len(seen) == 10
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "module.py").touch()
    compiling.sources.cache_clear()
    assert compiling.sources(tmp_path) in seen, "no kernel is made from commands"
