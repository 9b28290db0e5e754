"""A client of your own: play a game of ZOCK at a server's table, contribute to the dice, and verify them.

    python examples/own_client.py [http://127.0.0.1:8000]

Without an address it starts a server of its own for the time of the game.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from knobel.fair.participant import Participant
from knobel.fair.transcript import load
from knobel.fair.verify import verify


@contextmanager
def a_server() -> Generator[str]:
    """Start a server and yield its address."""
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "knobel", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert found is not None, "the first line of the server holds its address"
            try:
                yield found[0]
            finally:
                server.terminate()
                server.stdout.read()


def new_table(server: str) -> tuple[str, str]:
    """Create a table with a bot; returns its code and the cookie with the device id."""
    new = {
        "id": "my first table",
        "game": "zock",
        "name": "Client",
        "options": {"games": 1},
        "bots": ["casual"],
        "start": True,
        "settings": {"pace": "instant", "throws": "auto"},
    }
    with urlopen(Request(f"{server}/api/tables", json.dumps(new).encode())) as answer:
        return json.load(answer)["code"], answer.headers["set-cookie"].partition(";")[0]


def play(line: ClientConnection) -> str:
    """Play until the game is over; returns the secret name of its replay."""
    device, numbers = Participant(), itertools.count(1)
    version, table = 0, dict[str, Any]()
    for text in line:
        frame = json.loads(text)
        if frame["m"] == "no":
            print("refused:", frame["sentence"])
        if frame["m"] not in ("snapshot", "steps"):
            continue
        pending: dict[str, Any] = {}
        for news in [frame] if frame["m"] == "snapshot" else frame["steps"]:
            version, table = news["v"], news.get("table", table)
            if news.get("game"):
                pending = news["game"]["pending"]
        if table["phase"] == "over":
            return str(table["replay"])
        commands = device.receive(table["you"], frame)
        if pending.get("kind") == "decision" and pending["seat"] == table["you"]:
            commands.append({"c": "move", "move": pending["moves"][-1]})
        for command in commands:
            line.send(json.dumps({"id": str(next(numbers)), "v": version, "do": command}))
    raise ConnectionError("the server has closed the connection; a real client reconnects with ?v=VERSION")


def visit(server: str) -> None:
    code, cookie = new_table(server)
    address = f"ws{server.removeprefix('http')}/api/tables/{code}/ws"
    with connect(address, additional_headers={"cookie": cookie}) as line:
        replay = play(line)
    with urlopen(f"{server}/api/replays/{replay}/record") as answer:
        session, proof = load(answer.read())
    assert proof is not None, "games at a server's table have proofs"
    print(f"{session.result} after {len(session.events)} events.")
    print(verify(proof, session))


def main(args: list[str]) -> None:
    if not args:
        with a_server() as server:
            visit(server)
    elif len(args) == 1 and args[0].startswith(("http://", "https://")):
        visit(args[0].rstrip("/"))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
