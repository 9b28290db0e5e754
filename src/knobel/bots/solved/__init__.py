"""The levels `strong` and `master`: strategies computed by the solvers, one module per game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..strategy import Strategy
from . import schocken, zock, zocknroll

STRONG: Final[Mapping[str, Strategy]] = {
    "zocknroll": zocknroll.STRONG,
    "zock": zock.STRONG,
    "schocken": schocken.STRONG,
}
MASTER: Final[Mapping[str, Strategy]] = {
    "zocknroll": zocknroll.MASTER,
    "zock": zock.MASTER,
    "schocken": schocken.MASTER,
}
