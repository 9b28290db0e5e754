"""Recorded steps of whole games, for tests of the client: `python -m tools.recorded_steps`.

A file holds games, each as the state at its start and, for each step, the event and what it changed in the state
(JSON Merge Patch, RFC 7396), which keeps the files small.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from trials.spoilers.recording import record

FOLDER: Final = Path(__file__).parent.parent / "web" / "tests" / "recorded"
GAMES: Final = {"schocken": ((3, 0), (8, None))}
"""The seed of each recorded game, and the seat of its viewer."""


def main() -> None:
    for game, viewers in GAMES.items():
        games = [_recorded(game, seed, own) for seed, own in viewers]
        lines = ",\n".join(json.dumps(recorded, ensure_ascii=False, separators=(",", ":")) for recorded in games)
        (FOLDER / f"{game}.json").write_text(f"[{lines}]\n")


def _recorded(game: str, seed: int, own: int | None) -> dict[str, Any]:
    recording = record(game, seed, own)
    start = now = json.loads(recording.first)["game"]
    steps = list[dict[str, Any]]()
    for moment in recording.moments:
        for step in json.loads(moment.message)["steps"]:
            after = step.get("game", now)
            steps.append({"e": step["e"], "changes": _changes(now, after)})
            now = after
    return {"start": start, "steps": steps}


def _changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The merge patch between two objects with the same keys."""
    return {
        key: _changes(before[key], value) if _nested(before[key], value) else value
        for key, value in after.items()
        if before.get(key) != value
    }


def _nested(one: Any, other: Any) -> bool:
    return isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys() and "key" not in one


if __name__ == "__main__":
    main()
