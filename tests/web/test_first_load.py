"""Bundle size budget: bytes that a phone loads before it can play."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "src/knobel/serve/client"
ASSETS = CLIENT / "assets"
GAMES = ("zocknroll", "zock", "schocken")
MOST = 106_000
DOOR = re.compile(r'export\{[^}]*\}from"\./(coach|guide|evening|real)-')
"""The start of a chunk with the name of a language that only re-exports messages of another part."""

pytestmark = pytest.mark.skipif(not CLIENT.is_dir(), reason="the client is not built: make web")


def weight(files: Iterable[Path]) -> int:
    """Bytes over the wire: of the compressed file where there is one."""
    packed = ((file, file.with_name(f"{file.name}.br")) for file in files)
    return sum((small if small.exists() else plain).stat().st_size for plain, small in packed)


def name_of(piece: Path) -> str:
    """The name of a chunk or its style sheet without the hash."""
    return re.sub(r"-[\w-]{8}\.(js|css)", "", piece.name)


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


def styled(pieces: set[Path]) -> set[Path]:
    """Chunks with their style sheets, which have the same names."""
    names = set(map(name_of, pieces))
    return pieces | {sheet for sheet in ASSETS.glob("*.css") if name_of(sheet) in names}


def test_a_game_can_begin_after_106_kilobytes() -> None:
    """The page, the larger language, the start page, the table page and the largest game, with their styles."""
    tours = [
        {CLIENT / "index.html"} | styled(loaded("index", "Start", "TablePage", language, game))
        for language in ("de", "en")
        for game in GAMES
    ]
    assert max(map(weight, tours)) <= MOST


@pytest.mark.parametrize("game", GAMES)
def test_a_table_loads_the_game_that_is_played_and_no_other(game: str) -> None:
    come = set(map(name_of, loaded("index", "TablePage", game)))
    assert come & {*GAMES, "coach", "guide-de", "guide-en", "OptionField"} == {game}
