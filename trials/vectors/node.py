"""The two JavaScript implementations, in one Node process that answers line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from shutil import which
from types import TracebackType
from typing import Any, Final

_ROOT: Final = Path(__file__).parents[2]
_ASKS: Final = Path(__file__).with_name("referee.mjs")
_PAGE: Final = _ROOT / "web/verify/knobel-verify.html"
_CODE: Final = _ROOT / "web/tests/fair/protocol.ts"


def node() -> str:
    """The Node of the environment, else any."""
    found = which("node", path=str(Path(sys.executable).parent)) or which("node")
    if found is None:
        raise SystemExit("There is no Node here: it comes with the requirements for development.")
    return found


def bundle(to: Path) -> Path:
    """The client's code as one file that Node runs; what it is made with lies in `web/node_modules` (`make web`)."""
    web = _ROOT / "web"
    roll = web / "node_modules/rolldown/bin/cli.mjs"
    if not roll.exists():
        raise SystemExit("The client's code cannot be bundled without web/node_modules: `make web`, or give --bundle.")
    command = [node(), str(roll), str(_CODE), "--format", "esm", "--platform", "node", "--file", str(to.resolve())]
    done = subprocess.run(command, cwd=web, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"The client's code cannot be bundled: {done.stderr or done.stdout}")
    return to


class Referee:
    """Asks both; `ask` gives the answer of the client's code and that of the page.

    A `quick` one spares the page the threads of WebCrypto, not its hashes.
    """

    def __init__(self, bundled: Path, quick: bool = False) -> None:
        command = [node(), str(_ASKS), str(bundled), str(_PAGE), *(["quick"] if quick else [])]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def __enter__(self) -> Referee:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.close()
        self._node.wait()
        self._node.stdout.close()

    def ask(self, what: str, *given: object) -> tuple[Any, Any]:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        print(json.dumps([what, *given]), file=self._node.stdin)
        answer = self._node.stdout.readline()
        if not answer:
            raise RuntimeError(f"Node has given up at {what}")
        one, other = json.loads(answer)
        return one, other
