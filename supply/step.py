"""Runs one step of the installation: progress on one line, and the command's output only if it fails.

    python supply/step.py "Python packages" pip install -r requirements/run.txt

It needs nothing but the standard library: it runs before any package is installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from threading import Thread
from typing import IO, Final

_EVERY: Final = 0.25
"""Seconds between two updates of the progress line in a terminal."""


def run(title: str, command: Sequence[str], out: IO[str]) -> int:
    """The exit status of a command, whose output is shown line by line in a terminal and kept for errors."""
    start, lines, columns = time.monotonic(), list[str](), shutil.get_terminal_size().columns
    if not out.isatty():
        out.write(f"{title} ...")
        out.flush()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as process:
        assert process.stdout is not None
        reader = Thread(target=_read, args=(process.stdout, lines), daemon=True)
        reader.start()
        while reader.is_alive():
            reader.join(_EVERY)
            if out.isatty():
                out.write("\r\x1b[2K" + progress(title, time.monotonic() - start, lines[-1] if lines else "", columns))
                out.flush()
    ended = "failed" if process.returncode else f"{time.monotonic() - start:.0f} s"
    out.write(f"\r\x1b[2K{title}: {ended}\n" if out.isatty() else f" {ended}\n")
    if process.returncode:
        out.write("".join(lines) + f"This command failed: {' '.join(command)}\n")
    return process.returncode


def _read(stream: IO[str], lines: list[str]) -> None:
    for line in stream:
        lines.append(line)  # noqa: PERF402 - the last line is shown while others are still to come


def progress(title: str, seconds: float, line: str, columns: int) -> str:
    """The progress line, cut to the width of the terminal.

    >>> progress("Python packages", 12.3, "  Downloading numpy-2.4.6 (16.9 MB)", 48)
    'Python packages: 12 s  Downloading numpy-2.4.6'
    """
    return f"{title}: {seconds:.0f} s  {line.strip()}"[: columns - 1].rstrip()


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2:], sys.stdout))
