"""Progress on stderr while kernels compile or tables are solved; both happen once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import Progress

from ..words import Words


@contextmanager
def progress(
    say: Words, growing: str = "solve-growing", notice: str = "solve-patience"
) -> Iterator[Callable[[int, int], None]]:
    """Print a notice after one second, and draw a bar once the work reports how far it is."""
    console = Console(stderr=True)
    bar = Progress(console=console, transient=console.is_terminal)
    task = bar.add_task(say(growing))
    waiting = Timer(1, print, [f"knobel: {say(notice)}"], {"file": sys.stderr})

    def tell(done: int, total: int) -> None:
        if console.is_terminal:  # the bar says enough; in a log it comes only at the end
            waiting.cancel()
        bar.start()
        bar.update(task, completed=done, total=total)

    waiting.start()
    try:
        yield tell
    finally:
        waiting.cancel()
        if bar.live.is_started:
            bar.stop()
