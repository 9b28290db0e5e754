"""knobel's server without rate limits per address, since all load comes from one machine.

    KNOBEL_DATA=DIR python -m benchmarks.table_server

Prints the port. With KNOBEL_DICE=own the server throws its own dice, which are not checkable, as other servers do.
KNOBEL_STORE, KNOBEL_NATS and KNOBEL_NODE make it a node, as for `knobel serve`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from knobel.serve.config import Config
from knobel.serve.limits.rate_limit import Limits, RateLimit
from knobel.serve.server import ServerConfig, run
from knobel.serve.transport.listener import listen

_ANY: Final = RateLimit(0, 1)
UNLIMITED: Final = Limits(
    commands=_ANY,
    commands_of_address=_ANY,
    new_tables_of_address=_ANY,
    wrong_codes_of_address=_ANY,
    requests_of_address=_ANY,
    loop_ms_of_address=_ANY,
    bytes_of_address=_ANY,
    connections=100_000,
    connections_of_address=100_000,
    tables=100_000,
    emotes=_ANY,
)


def main() -> None:
    listener = listen("127.0.0.1", 0, or_any=False)
    port = listener.getsockname()[1]
    given = os.environ.get
    fair = given("KNOBEL_DICE") != "own"
    config = Config(store=given("KNOBEL_STORE"), nats=given("KNOBEL_NATS"), node=given("KNOBEL_NODE"), limits=UNLIMITED)
    setup = ServerConfig(Path(os.environ["KNOBEL_DATA"]), config, fair=fair)
    run(setup, listener, lambda: print(f"port {port}", flush=True))


if __name__ == "__main__":
    main()
