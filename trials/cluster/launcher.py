"""Starts a node whose appends tell the database the epochs that they name, for the witness of the trial.

`KNOBEL_TRIAL_UNFENCED` in its environment removes the fencing, to see that the trial notices.
"""

from __future__ import annotations

import os
from collections.abc import Set
from typing import Final

from msgspec import json

from knobel.cli import main
from knobel.store import leases, transaction
from knobel.store.connection import Connection

EPOCHS: Final = "knobel.epochs"
"""A setting of the transaction: a JSON object with the epoch of each table that is written."""

_FENCED: Final = "KNOBEL_TRIAL_UNFENCED" not in os.environ


def check_and_tell(connection: Connection, epochs: Set[tuple[str, int]]) -> None:
    if _FENCED:
        leases.check_epochs(connection, epochs)
    connection.execute("SELECT set_config(?, ?, true)", (EPOCHS, json.encode(dict(epochs)).decode()))


if __name__ == "__main__":
    setattr(transaction, "check_epochs", check_and_tell)  # noqa: B010 - it is not exported from there
    main()
