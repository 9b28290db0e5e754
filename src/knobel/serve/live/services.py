"""Services that all tables of a server share. Tests replace time, dice, tokens and bots."""

from __future__ import annotations

from msgspec import Struct, field

from ...rules.dice import DiceSource
from ...store import Store
from ...table import ServerInputs
from ..fairness.keys import KeyPool
from ..limits.rate_limit import Limits
from ..metrics import Metrics
from ..timers import Time
from ..tokens import TokenSource
from ..transport.connection import FlushQueue
from ..workers.bots import Bots
from ..workers.coach.client import Coach


class Services(Struct, frozen=True):
    """The dependencies of tables. `dice` serve games without verifiable dice: from older versions, or in tests."""

    store: Store
    bots: Bots
    time: Time
    dice: DiceSource
    secrets: TokenSource
    limits: Limits
    metrics: Metrics
    coach: Coach
    key_pool: KeyPool | None = None
    flush_queue: FlushQueue = field(default_factory=FlushQueue)

    @property
    def inputs(self) -> ServerInputs:
        return ServerInputs(self.dice, self.secrets.token, keys=self.key_pool)
