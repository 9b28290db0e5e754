"""The guided first game of each game, as a script of scenes."""

from __future__ import annotations

from typing import Final

from . import schocken, zock, zocknroll
from .script import Scene, Script

__all__ = ["SCRIPTS", "Scene", "Script"]

SCRIPTS: Final[dict[str, Script]] = {script.game: script for script in (zocknroll.SCRIPT, zock.SCRIPT, schocken.SCRIPT)}
