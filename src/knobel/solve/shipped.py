"""Tables that come with the package, for what takes long to solve.

They lie in `tables` beside this file, sealed like those that are kept on disk. Who needs a table asks here first, then
for what was kept, and solves it only if there is neither:

    table = shipped.load(name, version) or cache.load(name, version)
"""

from __future__ import annotations

from pathlib import Path

from .sealed import SUFFIX, seal, unseal

FOLDER = Path(__file__).with_name("tables")


def load(name: str, version: str) -> bytes | None:
    """A table of the package, or None where there is none, a damaged one, or one of another version."""
    try:
        content = (FOLDER / f"{name}{SUFFIX}").read_bytes()
    except OSError:
        return None
    return unseal(content, name, version)


def ship(name: str, version: str, table: bytes) -> Path:
    """Put a table into the package's own folder, as builds do that renew what is shipped; where it lies now."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}{SUFFIX}"
    path.write_bytes(seal(name, version, table))
    return path
