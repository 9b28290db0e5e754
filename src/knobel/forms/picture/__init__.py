"""Pictures as SVG, for notebooks: each game is its own piece of furniture."""

from . import schocken, zock, zocknroll

__all__ = ["schocken", "zock", "zocknroll"]
