"""What the tables of one server share. Tests put their own time, dice, names and bots in."""

from __future__ import annotations

from msgspec import Struct, field

from ...rules.dice import DiceSource
from ...store import Store
from ...table import House
from ..fairness.keys import KeyPool
from ..limits.rate_limit import Limits
from ..metrics import Metrics
from ..timers import Time
from ..tokens import TokenSource
from ..transport.connection import FlushQueue
from ..workers.bots import Bots
from ..workers.coach.client import Coach


class Services(Struct, frozen=True):
    """`dice` are those of games that began without `decks`: under an older version, or in a test."""

    store: Store
    bots: Bots
    time: Time
    dice: DiceSource
    secrets: TokenSource
    limits: Limits
    metrics: Metrics
    coach: Coach
    decks: KeyPool | None = None
    post: FlushQueue = field(default_factory=FlushQueue)

    @property
    def house(self) -> House:
        return House(self.dice, self.secrets.token, decks=self.decks)
