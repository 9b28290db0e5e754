"""Stay or drop? A question to the exact odds of Zock'n'Roll."""

from __future__ import annotations

from knobel.odds.zocknroll import outlook, showdown
from knobel.rules.zocknroll import Options

OWN, WHITE = (3, 3), (3, 5, 6)


def main() -> None:
    options = Options()
    print(f"In the cup {OWN}, on the felt {WHITE}. In round 3 the best row will be")
    for row, chance in outlook(options, OWN, WHITE, playing_round=3).items():
        if chance.ways:
            print(f"  {row:<16} {float(chance):7.2%}   {chance}")
    for cups in (1, 3):
        fight = showdown(options, OWN, WHITE, cups)
        print(f"Against {cups} unknown cup(s): win {float(fight.won):.1%}, tie {float(fight.tied):.1%}")


if __name__ == "__main__":
    main()
