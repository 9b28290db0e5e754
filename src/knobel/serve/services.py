"""What the tables of one server share. Tests put their own time, dice, names and bots in."""

from __future__ import annotations

from msgspec import Struct, field

from ..rules.dice import DiceSource
from ..store import Store
from ..table import House
from .bots import Bots
from .coaching import Coach
from .decks import Decks
from .limits import Limits
from .metrics import Metrics
from .moments import Time
from .post import Post
from .secret import Secrets


class Services(Struct, frozen=True):
    """`dice` are those of games that began without `decks`: under an older version, or in a test."""

    store: Store
    bots: Bots
    time: Time
    dice: DiceSource
    secrets: Secrets
    limits: Limits
    metrics: Metrics
    coach: Coach
    decks: Decks | None = None
    post: Post = field(default_factory=Post)

    @property
    def house(self) -> House:
        return House(self.dice, self.secrets.token, decks=self.decks)
