"""Text in columns."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], gap: int = 2) -> list[str]:
    """Rows of cells as lines, each column as wide as its widest cell.

    >>> aligned([("1", "one"), ("10", "ten")])
    ['1   one', '10  ten']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        (" " * gap).join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
