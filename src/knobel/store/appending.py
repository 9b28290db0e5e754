"""Everything that a command writes, and what a crowd of commands writes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import apsw
from msgspec import Struct

from ..table import Table
from .answers import Key, check_new, write_answer, write_refusal
from .carries import spend
from .dice_counts import EndedGame, add_dice, ended_game
from .entries import Entry, Row, check_follows, rows, write_entries
from .errors import Repeated
from .games import Finished, finished, write_finished
from .rows import insert
from .standings import Standing, standing, write_standing
from .versions import Versions

Work: TypeAlias = Callable[[apsw.Connection], object]
"""Writes something within a transaction."""


class Append(Struct):
    """Entries, the answer, the link that was used, and what lists of tables and games show of it.

    `key` is that of the command, whose client had seen version `seen`.
    """

    code: str
    entries: list[Row]
    key: Key | None
    answer: bytes
    seen: int
    spends: str | None
    standing: Standing | None = None
    ended: Finished | None = None
    dice: EndedGame | None = None

    def __call__(self, connection: apsw.Connection) -> None:
        if self.may_repeat:
            assert self.key is not None
            check_new(connection, self.key, self.seen)
        if self.entries:
            write_entries(connection, self.entries)
        self.write_rest(connection)

    def list(self, before: Table | None, after: Table) -> None:
        """Write what lists of tables and games show, too."""
        if not self.entries:
            return
        self.ended = finished(before, after, self.entries[-1][2])
        self.dice = ended_game(before, after)
        if before is None or standing(before) != standing(after):
            self.standing = standing(after)

    @property
    def may_repeat(self) -> bool:
        """Whether the command may be in the store already: not if its entries come right after what its client saw."""
        if self.key is None:
            return False
        return not self.entries or self.key.code != self.code or self.entries[0][1] != self.seen + 1

    def write_rest(self, connection: apsw.Connection) -> None:
        """What few commands bring with them."""
        if self.key is not None and not self.entries:
            write_refusal(connection, self.key, self.answer)
        elif self.key is not None and self.key.code != self.code:
            write_answer(connection, self.key, self.answer)
        if self.spends is not None:
            spend(connection, self.spends)
        if self.standing is not None:
            write_standing(connection, self.code, self.standing)
        if self.ended is not None:
            write_finished(connection, self.ended)
        if self.dice is not None:
            add_dice(connection, self.dice)


def append(
    code: str,
    entries: Sequence[Entry] = (),
    key: Key | None = None,
    answer: bytes = b"",
    *,
    seen: int = 0,
    before: Table | None = None,
    after: Table | None = None,
    spends: str | None = None,
) -> Append:
    """Entries of a log, and the answer to the command that brought them about, to be written wholly or not at all.

    `seen` is the version that the command names: its client cannot have seen what it brought about itself.
    `before` and `after` are the table before and after the entries: what lists of tables and games show of them is
    written too. A refused command has no entries, but its answer can be kept. `spends` is the digest of a link that
    works once.
    """
    beside = key if entries and key is not None and key.code == code else None
    new = Append(code, rows(code, entries, beside, answer), key, answer, seen, spends)
    if after is not None:
        new.list(before, after)
    return new


def write_together(connection: apsw.Connection, group: Sequence[Work], versions: Versions) -> None:
    """Write everything with few statements; the first objection of any kind calls for undoing all of it."""
    appends = [work for work in group if isinstance(work, Append)]
    last = versions.know({append.code for append in appends if append.entries})
    written = set[Key]()
    for append in appends:
        if append.key is not None:
            if append.may_repeat:
                if append.key in written:
                    raise Repeated("this command is in the same group already")
                check_new(connection, append.key, append.seen)
            written.add(append.key)
        if append.entries:
            check_follows(append.entries, last[append.code])
            last[append.code] = append.entries[-1][1]
    insert(connection, "entries", [row for append in appends for row in append.entries])
    for work in group:
        if isinstance(work, Append):
            work.write_rest(connection)
        else:
            work(connection)
