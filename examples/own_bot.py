"""A bot of your own in Schocken: always throw three times, keep ones and sixes, against two casual bots."""

from __future__ import annotations

import knobel
from knobel.rules import schocken
from knobel.rules.game import Event, State

GAMES = 200


def stubborn(view: schocken.State) -> Event:
    """Keep ones and sixes, at most two dice, and throw again."""
    waiting = schocken.pending(view)
    assert isinstance(waiting, knobel.Decision)
    throws = [move for move in waiting.moves if isinstance(move, schocken.Throw)]
    return max(throws, key=lambda move: (set(move.keep) <= {1, 6}, len(move.keep), move.keep.count(1)))


def main() -> None:
    game = knobel.GAMES["schocken"]
    casual, dice = knobel.make_bot("casual", game, knobel.SeededDice(1, stream=1)), knobel.SeededDice(1)

    def choose(view: State) -> Event:
        assert isinstance(view, schocken.State)
        return stubborn(view) if view.seat == 0 else casual.choose(view)

    lost = 0
    for _ in range(GAMES):
        session = knobel.Session(game, ["Stubborn", "Anna", "Ben"], {"stones": 7})
        while session.step(dice, choose):
            pass
        assert isinstance(session.result, schocken.Result)
        lost += session.result.loser == 0
    print(f"Stubborn lost {lost} of {GAMES} games; a third would be fair.")


if __name__ == "__main__":
    main()
