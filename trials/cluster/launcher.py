"""Starts a node. `KNOBEL_TRIAL_UNFENCED` in its environment removes the fencing, to see that the trial notices."""

from __future__ import annotations

import os

from knobel.cli import main
from knobel.store import transaction


def _check_nothing(*_: object) -> None:
    """Every epoch is accepted."""


if __name__ == "__main__":
    if os.environ.get("KNOBEL_TRIAL_UNFENCED"):
        setattr(transaction, "check_epochs", _check_nothing)  # noqa: B010 - it is not exported from there
    main()
