"""What the dice of a game are bound to before the first one falls."""

from __future__ import annotations

import msgspec

from ..fair.transcript import bound_text
from ..rules.game import Options
from .events import Bond
from .house import Deal


def bond(deal: Deal, game: str, options: Options, names: tuple[str, ...]) -> Bond:
    """Options are bound as a record has them, without defaults: who checks a record need not know those."""
    return Bond(deal.game, deal.root, bound_text(game, msgspec.to_builtins(options), names), deal.tops)
