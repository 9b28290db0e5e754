"""Lines about seats and dice."""

from __future__ import annotations

from ...rules.game import FACE_DOWN, Dice


def shown(dice: Dice) -> str:
    """Dice as they lie; those that nobody may see are question marks."""
    return " ".join("?" if die == FACE_DOWN else str(die) for die in dice)


def pointed(name: str, turn: bool) -> str:
    """A name with a pointer if it is this seat's turn."""
    return f"{'▶' if turn else ' '} {name}"


def remarked(remarks: tuple[str, ...]) -> str:
    return " · ".join(remarks)
