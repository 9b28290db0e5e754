"""How much a phone has to load before it can play, from the built client."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "src/knobel/serve/client"
MOST = 120_000

pytestmark = pytest.mark.skipif(not CLIENT.is_dir(), reason="the client is not built: make web")


def weight(files: Iterable[Path]) -> int:
    """What goes over the wire: the compressed form where there is one."""
    packed = ((file, file.with_name(f"{file.name}.br")) for file in files)
    return sum((small if small.exists() else plain).stat().st_size for plain, small in packed)


def pieces(pattern: str) -> list[Path]:
    return [file for file in (CLIENT / "assets").iterdir() if re.fullmatch(pattern + r"-[\w-]{8}\.js", file.name)]


def test_a_game_can_begin_after_120_kilobytes() -> None:
    """The shell, all styles, the larger language, the start page, the table page and the largest game."""
    named = {name: pieces(name) for name in ("index", "core", "parts", "de", "en", "Start", "TablePage")}
    missing = [name for name, found in named.items() if not found]
    assert not missing, f"the build has other pieces now, not {missing}"
    styles = (file for file in (CLIENT / "assets").iterdir() if file.suffix == ".css")
    games = [pieces(name) for name in ("zocknroll", "zock", "schocken")]
    language = max(weight(named.pop("de")), weight(named.pop("en")))
    shell = weight([CLIENT / "index.html", *styles, *(file for found in named.values() for file in found)])
    assert shell + language + max(map(weight, games)) <= MOST
