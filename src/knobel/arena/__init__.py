"""The arena: bots against bots with the same dice, with confidence intervals."""

from __future__ import annotations

from .contest import Contest, Deal, Outcome, Seating, seatings

__all__ = ["Contest", "Deal", "Outcome", "Seating", "seatings"]
