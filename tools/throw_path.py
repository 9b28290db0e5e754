"""Trace one throw of ZOCK through the server: `python tools/throw_path.py [CHECKOUT]`.

Two devices play at a server in memory with verifiable dice. From the command `throw` until both devices have the dice,
the program counts the files of `src/knobel` that run, their function calls, and conversions between bytes, plain data
and typed values by msgspec. CHECKOUT is the root of another version of the repository, to compare it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final

CONVERSIONS: Final = frozenset({"encode", "decode", "json_encode", "json_decode", "convert", "to_builtins"})
CLIENT: Final = ("fair/participant.py", "fair/hash_chain.py", "fair/device.py", "fair/chains.py")
"""Run by the devices, not by the server; under their present and former names."""


class Trace:
    """A profile function that counts while it is switched on."""

    def __init__(self, source: Path) -> None:
        self.on = False
        self.files = Counter[str]()
        self.conversions = Counter[str]()
        self._source = f"{source}/"

    def __call__(self, frame: FrameType, kind: str, called: Any) -> None:
        path = frame.f_code.co_filename
        if not self.on or not path.startswith(self._source):
            return
        file = path.removeprefix(self._source)
        if file in CLIENT:
            return
        if kind == "call":
            self.files[file] += 1
        elif kind == "c_call" and called.__name__ in CONVERSIONS and _of_msgspec(called):
            self.conversions[f"{file}: {called.__name__}"] += 1


def _of_msgspec(called: Any) -> bool:
    owner = getattr(called, "__self__", None)
    return (owner.__name__ if isinstance(owner, ModuleType) else type(owner).__module__).startswith("msgspec")


async def throw(trace: Trace) -> None:
    """Play until a throw is due after some warm-up, and trace it."""
    if importlib.util.find_spec("tests.serve.memory_server"):
        server_in_memory = importlib.import_module("tests.serve.memory_server").memory_server
    else:  # its name at commit 9f61428
        server_in_memory = importlib.import_module("tests.serve.worlds").world

    with tempfile.TemporaryDirectory() as folder:
        async with server_in_memory(Path(folder), fair=True) as server:
            anna, ben = await server.device(), await server.device()
            code = await anna.make(bots=0, start=False, settings={"throws": "hand"})
            sockets = [await anna.look(code), await ben.look(code)]
            await sockets[1].ask("join", name="Ben")
            await sockets[0].ask("start")
            while True:
                for _ in range(20):
                    await server.settle()
                turn = next(socket for socket in sockets if socket.my_turn)
                assert turn.game is not None
                if turn.game["pending"]["kind"] == "throw" and turn.version > 30:
                    break
                await turn.act()
            before = turn.version
            sys.setprofile(trace)
            trace.on = True
            await turn.ask("throw")
            for socket in sockets:
                await socket.until(lambda: sockets[0].version >= before + 2 <= sockets[1].version)
            trace.on = False
            sys.setprofile(None)


def main() -> None:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1]).resolve()
    sys.path[:0] = [str(root), str(root / "src")]
    trace = Trace(root / "src" / "knobel")
    threading.setprofile(trace)  # for the thread of the store
    asyncio.run(throw(trace))
    rooms = Counter(file.rpartition("/")[0] for file in trace.files)
    print(f"{len(trace.files)} files in {len(rooms)} packages, {trace.files.total()} calls")
    print(f"{trace.conversions.total()} conversions:")
    for place, count in sorted(trace.conversions.items()):
        print(f"  {count} {place}")
    print("\n".join(trace.files))


if __name__ == "__main__":
    main()
