"""The pictures of the README and the docs, made from real games: `make pictures`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

import knobel
from knobel.bots import play_out
from knobel.rules.game import Decision
from knobel.terminal.app import KnobelApp
from knobel.terminal.match import Match
from knobel.terminal.settings import Settings
from knobel.terminal.setup import PERSON, Setup

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
FRIENDS = {
    "zocknroll": ("Anna", "Ben", "Cleo", "David"),
    "zock": ("Anna", "Ben"),
    "schocken": ("Anna", "Ben", "Cleo"),
}


def position(game: str, decisions: int) -> None:
    """A state in the middle of a game, as a notebook shows it."""
    names = FRIENDS[game]
    whole = play_out(game, names, seed=4)
    pending = [(count, whole.game.pending(whole.state_at(count))) for count in range(len(whole.events))]
    count, seat = [(count, wanted.seat) for count, wanted in pending if isinstance(wanted, Decision)][decisions]
    view = whole.game.view(whole.state_at(count), seat)
    (PICTURES / f"{game}.svg").write_text(knobel.svg(view, names))


async def terminal(game: str, size: tuple[int, int], decisions: int) -> None:
    """The terminal at a person's decision."""
    names = FRIENDS[game]
    seats = (PERSON, *("casual",) * (len(names) - 1))
    match = Match.new(Setup(game, names, seats, {}, "seeded", 4))
    with tempfile.TemporaryDirectory() as folder:
        app = KnobelApp("en", (Path(folder) / "game.json", match), settings=Settings(language="en", pause=0))
        async with app.run_test(size=size) as pilot:
            for _ in range(decisions):
                await pilot.press("1")
                await pilot.pause()
            svg = app.export_screenshot(title="knobel")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    (PICTURES / f"terminal-{game}.svg").write_text(svg)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for game, decisions, decided in (("zocknroll", 60, 8), ("zock", 30, 7), ("schocken", 30, 5)):
        position(game, decisions)
        asyncio.run(terminal(game, (132, 36), decided))
        print(f"docs/pictures/{game}.svg, docs/pictures/terminal-{game}.svg")


if __name__ == "__main__":
    main()
