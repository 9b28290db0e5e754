"""Ask bots of different strength for their move in the same position of ZOCK."""

from __future__ import annotations

import knobel
from knobel import zock


def main() -> None:
    game = zock.new(["Anna", "Ben"], variant="B", games=1)
    game.play(zock.RollOff(((6, 5), (2, 1))))
    game.play(zock.Throw(0, (3, 6)))
    print(game)
    for level in ("random", "casual", "strong"):
        print(f"{level}: {game.ask(level, knobel.SeededDice(1))}")


if __name__ == "__main__":
    main()
