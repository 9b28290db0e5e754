"""Property-based test of the HTTP API: schemathesis generates requests from the OpenAPI document.

    python -m trials api --examples 100 --seed 1

It ends with 1 if an answer has a status, content type or shape that the document does not allow, or if the log has an
error.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from knobel.serve.server import Server, uvicorn_config
from knobel.serve.transport.listener import listen

from ..fuzz.corpus import record
from ..fuzz.server import FuzzServer, fuzz_server

CHECKS: Final = "status_code_conformance,content_type_conformance,response_schema_conformance"
"""The only status above 499 that the document allows is 503."""


@asynccontextmanager
async def serving(made: FuzzServer) -> AsyncIterator[str]:
    """The address of a real server on a local port. Its clock runs fast, so that requests that wait come to an end."""
    listener, ready = listen("127.0.0.1", 0, or_any=False), asyncio.Event()
    server = Server(uvicorn_config(made.app), made.hub, ready.set)
    running, time = asyncio.create_task(server.serve([listener])), asyncio.create_task(_hurry(made))
    await ready.wait()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        time.cancel()
        server.should_exit = True
        await running


async def _hurry(made: FuzzServer) -> None:
    while True:
        await made.time.advance(5)
        await asyncio.sleep(0.1)


async def tried(base: str, token: str, settings: Path, examples: int, seed: int) -> tuple[int, str]:
    """The exit status and output of schemathesis. It uses the cookie of the device that made the recorded tables."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(settings)),
        *("run", f"{base}/api/openapi.json", "--checks", CHECKS, "--header", f"Cookie: knobel={token}"),
        *("--max-examples", str(examples), "--seed", str(seed), "--request-timeout", "30", "--no-color"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=settings.parent,  # it leaves things behind
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


async def try_everything(folder: Path, examples: int, seed: int) -> tuple[int, str, list[str]]:
    async with fuzz_server(folder, seed) as made:
        corpus, settings = await record(made), folder / "schemathesis.toml"
        settings.write_text(f'[parameters]\n"path.code" = "{corpus.code}"\n"path.id" = "{corpus.replay}"\n')
        async with serving(made) as base:
            ended, said = await tried(base, made.services.secrets.authenticated(f"{1:032x}"), settings, examples, seed)
        return ended, said, made.trouble.messages


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        ended, said, trouble = asyncio.run(try_everything(Path(folder), asked.examples, asked.seed))
    print(said, file=sys.stderr)
    print("\n".join(trouble), file=sys.stderr)
    cases = re.search(r"([\d,]+) (?:test cases? )?generated", said)
    number, promised = cases[1] if cases else "some", "NOT ALL" if ended else "all"
    print(f"{number} requests, {promised} answered as promised, {len(trouble)} errors in the log (seed {asked.seed})")
    return 1 if ended or trouble else 0
