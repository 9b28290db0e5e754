"""What a command answers that Ctrl-C has ended."""

from __future__ import annotations

from typing import Final

INTERRUPTED: Final = 130
"""What a shell expects of such a program."""
