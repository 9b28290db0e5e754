"""List the legal moves of a position of Schocken, and why another move is illegal."""

from __future__ import annotations

import knobel
from knobel import schocken


def main() -> None:
    game = schocken.new(["Anna", "Ben"])
    game.play(schocken.Starter(0))
    game.play({"e": "throw", "seat": 0}, dice=knobel.ScriptedDice([6, 4, 1]))
    for move in game.moves:
        print(move)
    print("Ben may not stand:", game.check(schocken.Stand(1)))


if __name__ == "__main__":
    main()
