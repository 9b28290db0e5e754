"""Bots against bots with the same dice: who is better, and how sure that is."""

from __future__ import annotations

from .contest import Contest, Deal, Outcome
from .seating import Seating, seatings

__all__ = ["Contest", "Deal", "Outcome", "Seating", "seatings"]
