"""Load the record of a game of Schocken, step back to its first rounds, and save that as a record of its own."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import knobel
from knobel import schocken

RECORD = Path(__file__).parent / "evening.json"


def main() -> None:
    game = schocken.load(RECORD)  # knobel.load takes a record of any game
    print(f"{len(game.events)} events: {game.result}")
    while game.state.rounds > 2:
        game.undo()
    print(game)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "shorter.json"
        knobel.dump(game, path)
        print(f"{len(knobel.load(path).events)} events: {game!r}")


if __name__ == "__main__":
    main()
