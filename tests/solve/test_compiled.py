"""Kernel cache: cached code is reused, invalidated with any source, and compiled by one process at a time."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import caching

from knobel.solve import compiled as compiling
from knobel.solve.compiled import FileLock
from knobel.solve.progress import on_compilation

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
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # bytecode is checked by mtime in seconds

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


def test_cached_code_is_reused(load: Callable[..., Any]) -> None:
    first = load()
    assert (first.total(first.make()), hits(first)) == (5, 0)
    second = load()
    assert (second.total(second.make()), hits(second)) == (5, 1)


def test_code_from_other_sources_is_compiled_again(load: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an upgrade that changed another file only."""
    first = load()
    first.total(first.make())
    monkeypatch.setattr(compiling, "sources", lambda: "others")
    second = load()
    assert (second.total(second.make()), hits(second)) == (5, 0)


def test_argument_types_may_be_renamed(load: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The cached index names a type that does not exist any more."""
    first = load()
    first.total(first.make())
    monkeypatch.setattr(compiling, "sources", lambda: "others")
    second = load(pair="Both", times=2)
    assert second.total(second.make()) == 10


def test_kernels_work_without_a_writable_folder(load: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    module = load()
    assert module.total(module.make()) == 5


def test_every_source_of_kernels_changes_the_version(tmp_path: Path) -> None:
    compiling.sources.cache_clear()
    seen = {compiling.sources(tmp_path)}
    for room in ("rules", "solve", "simulate", "research/vector"):
        for content in ("", "ONE = 1", "ONE = 2"):
            path = tmp_path / room / "module.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
            compiling.sources.cache_clear()
            seen.add(compiling.sources(tmp_path))
    assert len(seen) == 13
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "module.py").touch()
    compiling.sources.cache_clear()
    assert compiling.sources(tmp_path) in seen, "commands are not compiled into kernels"


def test_two_processes_compile_a_kernel_once(tmp_path: Path) -> None:
    """The second one waits for the first, and loads its code."""
    (tmp_path / f"{_NAME}.py").write_text(_KERNELS.format(pair="Pair", times=1))
    code = f"import {_NAME} as m; m.total(m.make()); print(sum(m.total.stats.cache_misses.values()))"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    processes = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    misses = [int(process.communicate()[0]) for process in processes]
    assert sorted(misses) == [0, 1]


def test_a_lock_is_held_until_every_acquire_is_released(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "kernels.lock"
    ours, theirs = FileLock(path), FileLock(path)
    assert ours.acquire()
    assert ours.acquire()
    ours.release()
    assert not theirs.acquire(patience=0.1)
    theirs.release()
    ours.release()
    assert theirs.acquire(patience=0.1)
    theirs.release()


def test_a_lock_without_a_writable_folder_does_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    lock = FileLock(tmp_path / "file" / "kernels.lock")
    assert lock.acquire()
    lock.release()


def test_canary_numba_still_has_the_internals_that_the_kernel_cache_uses() -> None:
    """Not part of numba's public interface, so the version is capped; this says what a new version broke."""
    from numba import njit

    kernel: Any = njit(lambda number: number + 1)
    assert isinstance(kernel._cache, caching.NullCache), "numba: `Dispatcher._cache` does not hold the cache any more"
    for method, arguments in (("load_overload", ["sig", "target_context"]), ("save_overload", ["sig", "data"])):
        found = list(inspect.signature(getattr(caching.FunctionCache, method)).parameters)
        assert found == ["self", *arguments], f"numba: `FunctionCache.{method}` takes {found}"
    function_cache: Any = caching.FunctionCache
    cache = function_cache(test_canary_numba_still_has_the_internals_that_the_kernel_cache_uses)
    assert cache._cache_file._version == numba.__version__, "numba: `IndexDataCacheFile._version` means something else"
    assert "self._cache.load_overload" in inspect.getsource(type(kernel).compile), "numba: compile() asks no cache"
    assert "self._cache.save_overload" in inspect.getsource(type(kernel).compile), "numba: compile() saves no code"
    assert "version != self._version" in inspect.getsource(caching.IndexDataCacheFile._load_index), (
        "numba: an index of another version is not rejected before it is unpickled"
    )


def test_only_a_kernel_that_is_not_cached_is_announced_and_only_once(load: Callable[..., Any]) -> None:
    told = list[str]()
    first = load()
    with on_compilation(lambda: told.append("compiling")):
        first.total(first.make())
    assert told == ["compiling"]
    again = load()
    with on_compilation(lambda: told.append("again")):
        again.total(again.make())
    assert told == ["compiling"]
