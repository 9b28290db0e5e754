"""What can go wrong with a store, each as one sentence."""

from __future__ import annotations

import apsw

from ..rules.errors import KnobelError


class StoreError(KnobelError):
    """The store cannot be used, or cannot write now."""


class Conflict(StoreError):
    """An entry that does not follow on the last one: whoever wrote it has to load the table anew."""


class Repeated(StoreError):
    """A command that has its answer already; nothing was written."""


class Spent(StoreError):
    """A link that was used before; nothing was written."""


_SENTENCES: tuple[tuple[type[apsw.Error], str], ...] = (
    (apsw.FullError, "the disk is full: the store cannot be written"),
    (apsw.ReadOnlyError, "the store is read-only: its folder must be writable"),
    (apsw.CantOpenError, "the store cannot be opened: its folder must exist and be writable"),
    (apsw.NotADBError, "this file is no store of knobel"),
    (apsw.CorruptError, "the store is damaged: restore a backup"),
    (apsw.BusyError, "another process is using the store"),
    (apsw.IOError, "the disk failed while the store was read or written"),
)


def explained(error: apsw.Error) -> StoreError:
    """What SQLite says, as a sentence for whoever runs the server.

    Where the disk fails SQLite may have undone a transaction already, and complains when it is to be undone again;
    the reason is what came before that.
    """
    if isinstance(error, apsw.SQLError) and isinstance(error.__context__, apsw.Error):
        error = error.__context__
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            return StoreError(sentence)
    return StoreError(f"the store failed: {error}")
