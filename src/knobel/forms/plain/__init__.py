"""Drawings in plain text, for `print` and for screen readers."""

from . import schocken, zock, zocknroll

__all__ = ["schocken", "zock", "zocknroll"]
