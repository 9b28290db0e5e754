"""How a table is run, beside the rules of its game."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses.

    `clock` is the thinking time for each decision in seconds, 0 for none; `stand_in` the level of the bot that plays on
    for somebody who is away; `pace` how long bots seem to think; `throws` whether people throw their dice by hand or
    the dice fall by themselves; `door` whether whoever has the link may sit down or knocks first. `help` says who may
    ask the coach while a game runs: whoever plays against bots `alone`, `all` at the table, or nobody ever.
    """

    clock: Literal[0, 30, 60, 180] = 0
    stand_in: str = "strong"
    pace: Literal["human", "quick", "instant"] = "human"
    throws: Literal["hand", "auto"] = "hand"
    door: Literal["open", "knock"] = "open"
    help: Literal["alone", "all", "never"] = "alone"
