"""Play a game of ZOCK: roll the dice, choose among the legal moves, print the result."""

from __future__ import annotations

import knobel
from knobel import zock


def main() -> None:
    game, dice = zock.new(["Anna", "Ben"], variant="B", games=1), knobel.SeededDice(7)
    game.roll(dice)
    while not game.over:
        game.play(max(game.moves, key=str), dice=dice)
        game.roll(dice)
    print(game)
    if game.result is not None:
        print("Penalty points:", game.result.losses)


if __name__ == "__main__":
    main()
