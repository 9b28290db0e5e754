"""Everything that a command writes, and what a crowd of commands writes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import apsw
from msgspec import Struct

from ..table import Table
from .carries import spend
from .entries import Entry, Key, Row, answer_row, check_follows, rows, write_answer, write_entries
from .games import Finished, finished, write_finished
from .rows import insert
from .standings import Standing, standing, write_standing
from .versions import Versions

Work: TypeAlias = Callable[[apsw.Connection], object]
"""Writes something within a transaction."""


class Append(Struct):
    """Entries, the answer, the link that was used, and what lists of tables and games show of it."""

    code: str
    entries: list[Row]
    key: Key | None
    answer: bytes
    spends: str | None
    standing: Standing | None = None
    ended: Finished | None = None

    def __call__(self, connection: apsw.Connection) -> None:
        if self.key is not None:
            write_answer(connection, self.key, self.answer)
        if self.entries:
            write_entries(connection, self.entries)
        self.write_rest(connection)

    def write_rest(self, connection: apsw.Connection) -> None:
        """What few commands bring with them."""
        if self.spends is not None:
            spend(connection, self.spends)
        if self.standing is not None:
            write_standing(connection, self.code, self.standing)
        if self.ended is not None:
            write_finished(connection, self.ended)


def append(
    code: str,
    entries: Sequence[Entry] = (),
    key: Key | None = None,
    answer: bytes = b"",
    *,
    before: Table | None = None,
    after: Table | None = None,
    spends: str | None = None,
) -> Append:
    """Entries of a log, and the answer to the command that brought them about, to be written wholly or not at all.

    `before` and `after` are the table before and after the entries: what lists of tables and games show of them is
    written too. A refused command has no entries, but its answer can be kept. `spends` is the digest of a link that
    works once.
    """
    new = Append(code, rows(code, entries), key, answer, spends)
    if after is not None and entries:
        new.ended = finished(before, after, entries[-1].at)
        if before is None or standing(before) != standing(after):
            new.standing = standing(after)
    return new


def write_together(connection: apsw.Connection, group: Sequence[Work], versions: Versions) -> None:
    """Write everything with few statements; the first objection of any kind calls for undoing all of it."""
    appends = [work for work in group if isinstance(work, Append)]
    last = versions.know({append.code for append in appends if append.entries})
    for append in appends:
        if append.entries:
            check_follows(append.entries, last[append.code])
            last[append.code] = append.entries[-1][1]
    insert(connection, "answers", [answer_row(append.key, append.answer) for append in appends if append.key])
    insert(connection, "entries", [row for append in appends for row in append.entries])
    for work in group:
        if isinstance(work, Append):
            work.write_rest(connection)
        else:
            work(connection)
