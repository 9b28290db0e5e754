"""A bot of your own in Schocken: always throw three times, keep ones and sixes, against two casual bots."""

from __future__ import annotations

import knobel
from knobel import schocken

GAMES = 200


def stubborn(moves: tuple[schocken.Event, ...]) -> schocken.Event:
    """Keep ones and sixes, at most two dice, and throw again."""

    def kept(move: schocken.Event) -> tuple[bool, int, int]:
        match move:
            case schocken.Throw(keep=keep) if set(keep) <= {1, 6}:
                return True, len(keep), keep.count(1)
            case _:
                return False, 0, 0

    return max(moves, key=kept)


def main() -> None:
    dice, rng = knobel.SeededDice(1), knobel.SeededDice(1, stream=1)
    lost = 0
    for _ in range(GAMES):
        game = schocken.new(["Stubborn", "Anna", "Ben"], stones=7)
        game.roll(dice)
        while not game.over:
            game.play(stubborn(game.moves) if game.seat == 0 else game.ask("casual", rng), dice=dice)
            game.roll(dice)
        lost += game.result is not None and game.result.loser == 0
    print(f"Stubborn lost {lost} of {GAMES} games; a third would be fair.")


if __name__ == "__main__":
    main()
