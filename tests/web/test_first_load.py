"""Bundle size budget: bytes that a phone loads before it can play."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "src/knobel/serve/client"
ASSETS = CLIENT / "assets"
GAMES = ("zocknroll", "zock", "schocken")
MOST = 120_000
DOOR = re.compile(r'export\{[^}]*\}from"\./(coach|guide)-')
"""The start of a chunk with the name of a language that only re-exports messages of the coach or the guide."""

pytestmark = pytest.mark.skipif(not CLIENT.is_dir(), reason="the client is not built: make web")


def weight(files: Iterable[Path]) -> int:
    """Bytes over the wire: of the compressed file where there is one."""
    packed = ((file, file.with_name(f"{file.name}.br")) for file in files)
    return sum((small if small.exists() else plain).stat().st_size for plain, small in packed)


def name_of(piece: Path) -> str:
    """The name of a chunk without its hash."""
    return re.sub(r"-[\w-]{8}\.js", "", piece.name)


def loaded(*names: str) -> set[Path]:
    """The chunks with these names and all their static imports."""
    asked = [piece for piece in ASSETS.glob("*.js") if name_of(piece) in names and not DOOR.match(piece.read_text())]
    missing = set(names) - set(map(name_of, asked))
    assert not missing, f"the build has no chunks named {missing}"
    come = set[Path]()
    while asked:
        piece = asked.pop()
        if piece not in come:
            come.add(piece)
            asked += [ASSETS / name for name in re.findall(r'(?:from|import)"\./([^"]+\.js)"', piece.read_text())]
    return come


def test_a_game_can_begin_after_120_kilobytes() -> None:
    """The shell, all styles, the larger language, the start page, the table page and the largest game."""
    shell = {CLIENT / "index.html", *ASSETS.glob("*.css")}
    tours = [
        shell | loaded("index", "Start", "TablePage", language, game) for language in ("de", "en") for game in GAMES
    ]
    assert max(map(weight, tours)) <= MOST


@pytest.mark.parametrize("game", GAMES)
def test_a_table_loads_the_game_that_is_played_and_no_other(game: str) -> None:
    come = set(map(name_of, loaded("index", "TablePage", game)))
    assert come & {*GAMES, "coach", "guide-de", "guide-en", "OptionField"} == {game}
