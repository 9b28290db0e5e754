"""Ask the coach about a game of ZOCK: what each decision cost, and how much was luck."""

from __future__ import annotations

import knobel


def main() -> None:
    game = knobel.play_out("zock", ["Anna", "Ben"], {"games": 1}, level="casual", seed=3)
    analysis = game.coach()
    for moment in analysis.moments:
        if moment.verdict is not None and moment.verdict.loss > 0.02:
            print(f"{game.events[moment.event]} cost {moment.verdict.loss:.1%} of the game")
    for player in analysis.summaries:
        print(f"{player.name}: decisions {-player.loss:+z.1%}, luck {player.luck:+.1%}")


if __name__ == "__main__":
    main()
