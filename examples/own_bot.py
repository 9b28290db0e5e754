"""A bot of your own in Schocken: always throw three times, keep ones and sixes, against two casual bots.

The arena takes it as well: `cd examples && knobel arena schocken own_bot:bot casual --players 3`.
"""

from __future__ import annotations

import knobel
from knobel import schocken

GAMES = 200


def stubborn(view: schocken.State, moves: tuple[schocken.Event, ...]) -> dict[schocken.Event, float]:
    """Keep ones and sixes, at most two dice, and throw again; stand with a Schock, two ones or more."""
    hand = view.hands[view.seat]
    stand, *_ = moves
    if (hand.kept + hand.thrown).count(1) >= 2:
        return {stand: 1.0}

    def kept(move: schocken.Event) -> tuple[bool, int, int]:
        match move:
            case schocken.Throw(keep=keep) if set(keep) <= {1, 6}:
                return True, len(keep), keep.count(1)
            case _:
                return False, 0, 0

    return {max(moves, key=kept): 1.0}


bot = {"schocken": stubborn}
"""The games that the bot plays, for the arena and the server."""


def main() -> None:
    dice, rng = knobel.SeededDice(1), knobel.SeededDice(1, stream=1)
    lost = 0
    for _ in range(GAMES):
        game = schocken.new(["Stubborn", "Anna", "Ben"], stones=7)
        game.roll(dice)
        while not game.over:
            if game.seat == 0:
                [move] = stubborn(game.view(0), game.moves)
            else:
                move = game.ask("casual", rng)
            game.play(move, dice=dice)
            game.roll(dice)
        lost += game.result is not None and game.result.loser == 0
    print(f"Stubborn lost {lost} of {GAMES} games; a third would be fair.")


if __name__ == "__main__":
    main()
