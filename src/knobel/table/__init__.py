"""One table of people and bots as an event-sourced state machine, sans-I/O: no clock, no randomness.

`decide` turns a command into entries for the log, or refuses it. `evolve` applies an entry to the table.
"""

from __future__ import annotations

from .commands import Refusal, Settings
from .commitments import check_reveal
from .continuation import Continuation, continuation
from .decide import (
    LONG_AGO,
    create,
    create_continuation,
    decide,
    decide_server,
    handle,
    handle_server,
    resume,
)
from .draft import Draft
from .evolve import evolve, rebuild
from .projections import DiceTally, Thrower, count_dice, record
from .redact import RedactedEvent, face_down, redact
from .server import (
    AnchorTimeUp,
    BotMove,
    Carry,
    Fell,
    HostGone,
    KeyCommitment,
    ServerCommand,
    ServerInputs,
    TimeUp,
)
from .table import DiceRequest, Due, Knock, Seat, Table, Tally, due, due_for, winning_seats
from .telling import awaits, last_telling, tellings
from .withdrawal import position

__all__ = [
    "LONG_AGO",
    "AnchorTimeUp",
    "BotMove",
    "Carry",
    "Continuation",
    "DiceRequest",
    "DiceTally",
    "Draft",
    "Due",
    "Fell",
    "HostGone",
    "KeyCommitment",
    "Knock",
    "RedactedEvent",
    "Refusal",
    "Seat",
    "ServerCommand",
    "ServerInputs",
    "Settings",
    "Table",
    "Tally",
    "Thrower",
    "TimeUp",
    "awaits",
    "check_reveal",
    "continuation",
    "count_dice",
    "create",
    "create_continuation",
    "decide",
    "decide_server",
    "due",
    "due_for",
    "evolve",
    "face_down",
    "handle",
    "handle_server",
    "last_telling",
    "position",
    "rebuild",
    "record",
    "redact",
    "resume",
    "tellings",
    "winning_seats",
]
