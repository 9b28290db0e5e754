"""Process of a third-party bot on the server: with a memory limit, and its output goes nowhere, as it may name dice.

The arguments are the import path or entry point, the time limit in seconds, and the memory limit in bytes, 0 for none.
"""

from __future__ import annotations

import sys

from ...bots.third_party.process import run
from .memory import end_with_server, end_with_threads, refuse_beyond, resident


def main() -> None:
    bot, seconds, memory = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    end_with_server()
    end_with_threads()
    refuse_beyond(memory)
    run(bot, seconds, quiet=True, is_full=lambda: bool(memory) and resident() > memory)


if __name__ == "__main__":
    main()
