"""`python -m knobel`: the same as `knobel`."""

from __future__ import annotations

from .cli import main

main()
