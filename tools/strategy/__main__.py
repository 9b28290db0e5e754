"""Write the strategy page of a game and its pictures: `python -m tools.strategy GAME`, for all games `make strategy`.

With `--look FOLDER` the pictures are only drawn, as PNG files, into that folder.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from pathlib import Path

from knobel.rules import GAMES

from .drawing import Drawing, save
from .writing import DOCS, Places, Section, fill, page, template


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.strategy", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument(
        "--look", type=Path, metavar="FOLDER", help="only draw the pictures, as PNG files, into a folder"
    )
    arguments = parser.parse_args()
    game: str = arguments.game
    look: Path | None = arguments.look
    module = importlib.import_module(f".{game}.page", __package__)
    sections: tuple[Section, ...] = module.SECTIONS
    pictures: dict[str, Drawing] = module.PICTURES
    for name, draw in pictures.items():
        begun = time.perf_counter()
        save(draw, look / f"{name}.png" if look else DOCS / "pictures" / f"strategy-{game}-{name}.svg")
        _report(f"picture {name}", begun)
    if look:
        return
    places = Places()
    for section in sections:
        begun = time.perf_counter()
        places |= section()
        _report(section.__name__, begun)
    page(game).write_text(fill(template(game), places), encoding="utf-8")


def _report(what: str, begun: float) -> None:
    print(f"{what}: {time.perf_counter() - begun:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
