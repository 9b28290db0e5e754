"""One table of people and bots: a log of events and a function of commands. No I/O, no clock, no randomness."""

from __future__ import annotations

from .decide import LONG_AGO, consider, consider_house, create, create_onward, decide, decide_house, resume
from .dice_log import Thrower, count_dice
from .draft import Draft
from .evolve import evolve, rebuild
from .helping import may_help
from .house import BotMove, Call, Carry, Deal, Fell, HostGone, House, HouseCommand, TimeUp
from .onward import Onward, onward
from .promising import revealer
from .record import record
from .redact import RedactedEvent, redact
from .refusal import Refusal
from .table import Awaited, Knock, Seat, Table, Tally, winning_seats
from .turn import Due, due

__all__ = [
    "LONG_AGO",
    "Awaited",
    "BotMove",
    "Call",
    "Carry",
    "Deal",
    "Draft",
    "Due",
    "Fell",
    "HostGone",
    "House",
    "HouseCommand",
    "Knock",
    "Onward",
    "RedactedEvent",
    "Refusal",
    "Seat",
    "Table",
    "Tally",
    "Thrower",
    "TimeUp",
    "consider",
    "consider_house",
    "count_dice",
    "create",
    "create_onward",
    "decide",
    "decide_house",
    "due",
    "evolve",
    "may_help",
    "onward",
    "rebuild",
    "record",
    "redact",
    "resume",
    "revealer",
    "winning_seats",
]
