"""PostgreSQL as the database of a store, through psycopg 3 (`pip install "knobel[cluster]"`).

A group of commands costs one round trip, in pipeline mode: begin, insert and commit are sent together. Parameters have
no type of their own, so the server takes the type of the column, and a statement is prepared once whatever its values
are. Messages of the driver are replaced by sentences, because they may hold rows, and with them hidden dice.
"""

from __future__ import annotations

import os
import re
import select
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from time import monotonic
from types import TracebackType
from typing import Any, Final

import psycopg
from psycopg import pq
from psycopg.adapt import Dumper
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.numeric import FloatBinaryDumper
from psycopg.types.string import BytesBinaryDumper

from .check import problems
from .connection import Connection
from .errors import ConstraintViolation, DatabaseError, StoreError, damaged_file
from .schema import MIGRATIONS, migrate

_LOCK: Final = int.from_bytes(b"knobel")
"""Advisory lock of serial transactions and of migrations."""

_PREPARED: Final = 512
"""Prepared statements of a connection: some for each number of rows that `entries.insert` takes."""

TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
"""Lists what a database holds."""

_NETWORK: Final[dict[str, str | int | None]] = {
    "connect_timeout": 2,
    "application_name": "knobel",
    "client_encoding": "utf8",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Seconds, and milliseconds at the end: a peer that is gone is noticed. What the address says has precedence."""

_DURABLE: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';"
)
_WRITER: Final = (
    f"{_DURABLE} SET default_transaction_isolation = 'read committed'; SET lock_timeout = '10s';"
    " SET idle_in_transaction_session_timeout = '2s'"
)
"""A stopped process must not hold the lock of serial transactions, or keep its leases, for longer than others wait."""

_LEASES: Final = (
    f"{_DURABLE} SET default_transaction_isolation = 'read committed'; SET lock_timeout = '1s';"
    " SET statement_timeout = '2s'; SET idle_in_transaction_session_timeout = '2s'"
)

_READER: Final = (
    "SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on;"
    " SET idle_in_transaction_session_timeout = '5min'"
)
_POOLED_READER: Final = f"{_READER}; SET statement_timeout = '5s'"
"""An event loop may wait for it."""

_LONGEST_PAUSE: Final = 1.0
"""Seconds without an attempt to connect, after one that took long. When the database is back meanwhile, play waits for
that, too."""

_BROKEN: Final = "the connection to the database broke; what was sent last may be stored or not"

_SENTENCES: Final = (
    ("28", "the database refuses the user or the password", "error-store-login"),
    ("3D000", "the database does not exist: create it first", "error-store-no-database"),
    ("53100", "the disk of the database is full: the store cannot be written", "error-store-full"),
    ("53300", "the database has no free connection: raise max_connections", "error-store-connections"),
    ("42501", "the user of the database may not write there", "error-store-privilege"),
    ("25006", "the database is read-only", "error-store-read-only-database"),
    ("40", "the database is busy: try again", "error-store-database-busy"),
    ("55P03", "the database is busy: try again", "error-store-database-busy"),
    ("57014", "the database is busy: try again", "error-store-database-busy"),
    ("57P03", "the database is starting or stopping: try again", "error-store-starting"),
)
"""By the beginning of SQLSTATE."""

_DAMAGED: Final = ("XX001", "XX002")
"""SQLSTATE of a page that does not match its checksum or makes no sense, and of an index that contradicts its table."""


_REFUSALS: Final = (
    (r"password|pg_hba|role .* does not exist|authentication", "28000"),
    (r"database .* does not exist", "3D000"),
    (r"too many (clients|connections)|remaining connection slots", "53300"),
    (r"starting up|shutting down|recovery", "57P03"),
)
"""SQLSTATE by the message of a server that refuses a connection: the driver knows only the message then."""


def explained(error: psycopg.Error) -> DatabaseError:
    """An error of the driver as a sentence; nothing of its message is kept."""
    state = error.sqlstate or next((state for words, state in _REFUSALS if re.search(words, str(error))), "")
    if state.startswith(("22", "23")) or isinstance(error, psycopg.DataError | psycopg.IntegrityError):
        return ConstraintViolation(StoreError("the store refuses a value", key="error-store-value"))
    if state in _DAMAGED:
        return DatabaseError(damaged_file())
    for begin, sentence, key in _SENTENCES:
        if state.startswith(begin):
            return DatabaseError(StoreError(sentence, key=key))
    if isinstance(error, psycopg.OperationalError):
        return DatabaseError(StoreError(_BROKEN, key="error-store-broken"))
    return DatabaseError(StoreError(f"the database failed with SQLSTATE {state or 'unknown'}"))


@contextmanager
def _explaining() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise explained(error) from None


class _Integer(Dumper):
    """An integer or truth value."""

    def dump(self, obj: int) -> bytes:
        if not -(2**63) <= obj < 2**63:
            raise OverflowError("an integer of the store has 64 bits")
        return b"%d" % obj


class _Bytes(BytesBinaryDumper):
    oid = 0


class _Float(FloatBinaryDumper):
    oid = 0


_PLACEHOLDER: Final = re.compile(r"\?(\d*)")
_DEFINITION: Final = re.compile(r"\s*(CREATE|ALTER|DROP)\b")
_TYPES: Final = (
    (r"\bINTEGER\b", "BIGINT"),
    (r"\bBLOB\b", "BYTEA"),
    (r"\bREAL\b", "DOUBLE PRECISION"),
    (r"\bTEXT\b", 'TEXT COLLATE "C"'),
    (r"\) WITHOUT ROWID", ")"),
    (r"typeof\(\w+\) = 'integer'", "TRUE"),
)


@cache
def translated(statement: str) -> bytes:
    """A statement of the store as PostgreSQL takes it: `$1` for `?`, and its names of types.

    `CROSS JOIN` fixes the order of joins on SQLite; PostgreSQL has statistics for that. `OR FAIL` saves SQLite copies
    of pages; an error of PostgreSQL always ends the transaction or savepoint.

    >>> translated("SELECT a FROM b WHERE c = ? AND d < ?")
    b'SELECT a FROM b WHERE c = $1 AND d < $2'
    >>> translated("CREATE TABLE a (b TEXT PRIMARY KEY, c BLOB) WITHOUT ROWID")
    b'CREATE TABLE a (b TEXT COLLATE "C" PRIMARY KEY, c BYTEA)'
    """
    if _DEFINITION.match(statement):
        for pattern, replacement in _TYPES:
            statement = re.sub(pattern, replacement, statement)
    numbers = iter(range(1, len(statement)))
    statement = _PLACEHOLDER.sub(lambda found: f"${found[1] or next(numbers)}", statement)
    return statement.replace("CROSS JOIN", "JOIN").replace("INSERT OR FAIL", "INSERT").encode()


class PostgresCursor:
    """The rows of a statement; in pipeline mode they are fetched when they are asked for."""

    __slots__ = ("_cursor",)

    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    @property
    def get(self) -> Any:
        row = self.fetchone()
        return row[0] if row is not None and len(row) == 1 else row

    def fetchone(self) -> Any:
        with _explaining():
            return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        with _explaining():
            return self._cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())


class PostgresConnection:
    """A connection of psycopg with the interface that the store uses."""

    def __init__(self, conninfo: str, settings: str) -> None:
        with _explaining():
            raw = psycopg.Connection.connect(conninfo, autocommit=True, cursor_factory=psycopg.RawCursor)
            try:
                raw.execute(settings.encode())
            except BaseException:
                raw.close()
                raise
        raw.prepared_max = _PREPARED
        for kind, dumper in ((int, _Integer), (bool, _Integer), (bytes, _Bytes), (float, _Float)):
            raw.adapters.register_dumper(kind, dumper)
        self._raw = raw
        self._depth = 0
        self._pipeline = ExitStack()
        self._pipelined = False
        self._spoiled = False

    def execute(self, statements: str, bindings: Sequence[Any] = (), /) -> PostgresCursor:
        defines = _DEFINITION.match(statements) is not None  # may be several statements
        with _explaining():
            cursor = self._raw.cursor(binary=not defines)
            cursor.execute(translated(statements), bindings or None, prepare=not defines)
        return PostgresCursor(cursor)

    def executemany(self, statements: str, bindings: Iterable[Sequence[Any]], /) -> PostgresCursor:
        with _explaining():
            cursor = self._raw.cursor(binary=True)
            cursor.executemany(translated(statements), bindings)
        return PostgresCursor(cursor)

    def begin(self, pipelined: bool) -> None:
        with _explaining():
            if pipelined:
                self._pipeline.enter_context(self._raw.pipeline())
                self._pipelined = True
            self._raw.execute(b"BEGIN")
        self._depth, self._spoiled = 1, False

    def commit(self) -> None:
        if self._spoiled:
            raise ConstraintViolation(StoreError("a savepoint was rolled back in a pipeline"))
        with _explaining():
            self._raw.execute(b"COMMIT")
            self._pipelined = False
            self._pipeline.close()
        self._depth = 0

    def rollback(self) -> None:
        """Undo a transaction; without success the connection is closed, which undoes it as well."""
        self._pipelined = False
        try:
            with suppress(psycopg.Error):  # the error that led here
                self._pipeline.close()
            if self._raw.info.transaction_status != pq.TransactionStatus.IDLE:
                self._raw.execute(b"ROLLBACK")
        except psycopg.Error:
            self._raw.close()
        self._depth = 0

    def is_usable(self) -> bool:
        """Whether the server has not closed an idle connection: then there is something to read."""
        if self._raw.closed or self._raw.info.transaction_status != pq.TransactionStatus.IDLE:
            return False
        poll = select.poll()
        poll.register(self._raw.fileno(), select.POLLIN)
        return not poll.poll(0)

    def close(self) -> None:
        self._raw.close()

    def abort(self) -> None:
        """Break the connection, from another thread than the one that waits for it."""
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self._raw.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> PostgresConnection:
        self.execute(f"SAVEPOINT knobel_{self._depth}" if self._depth else "BEGIN")
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self._depth -= 1
        name = f"knobel_{self._depth}"
        if error is None:
            self.execute(f"RELEASE {name}" if self._depth else "COMMIT")
        elif self._pipelined:
            self._spoiled = True  # psycopg loses prepared statements then; the group is repeated without a pipeline
        elif self._raw.closed:
            return
        elif self._depth:
            self.execute(f"ROLLBACK TO {name}")
            self.execute(f"RELEASE {name}")
        else:
            self.rollback()


class PostgresDatabase:
    """A store in PostgreSQL, which several processes can share."""

    remote = True

    def __init__(self, url: str) -> None:
        self._conninfo = _conninfo(url)
        self._connection: PostgresConnection | None = None
        self._retry_at = 0.0
        connection = self._connect(_WRITER)
        try:
            with exclusively(connection):  # of several processes that start together, one migrates
                migrate(connection, tables=TABLES)
            self.page_checksums = connection.execute("SELECT current_setting('data_checksums')").get == "on"
        except BaseException:
            connection.close()
            raise
        self._connection = connection

    def begin(self, *, serial: bool, pipelined: bool) -> Connection:
        connection = self._writer()
        connection.begin(pipelined)
        if serial:
            connection.execute("SELECT pg_advisory_xact_lock(?)", (_LOCK,))
        return connection

    def commit(self) -> None:
        assert self._connection is not None
        self._connection.commit()

    def rollback(self) -> None:
        if self._connection is not None:
            self._connection.rollback()

    def reader(self) -> PostgresConnection:
        return self._connect(_POOLED_READER)

    def lift_timeout(self, connection: Connection) -> None:
        connection.execute("SET LOCAL statement_timeout = 0")

    def is_usable(self, connection: Connection) -> bool:
        return isinstance(connection, PostgresConnection) and connection.is_usable()

    def truncate_log(self) -> None:
        """PostgreSQL overwrites deleted rows after a vacuum, which it runs by itself."""

    def problems(self, connection: Connection) -> list[str]:
        with connection:
            self.lift_timeout(connection)
            return [problem.sentence for problem in problems(connection, len(MIGRATIONS))]

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _writer(self) -> PostgresConnection:
        """The connection of the writer, a new one if the server has closed it."""
        if self._connection is None or not self._connection.is_usable():
            self.close()
            self._connection = None
            self._connection = self._connect(_WRITER)
        return self._connection

    def _connect(self, settings: str) -> PostgresConnection:
        """A new connection. After a failure others fail at once for a while: each attempt occupies a thread."""
        began = monotonic()
        if began < self._retry_at:
            raise _unreachable()
        try:
            return _connected(self._conninfo, settings)
        except DatabaseError:
            ended = monotonic()
            self._retry_at = ended + min(_LONGEST_PAUSE, 10 * (ended - began))
            raise


def _connected(conninfo: str, settings: str) -> PostgresConnection:
    try:
        return PostgresConnection(conninfo, settings)
    except DatabaseError as error:
        if error.explanation.sentence != _BROKEN:
            raise
        raise _unreachable() from None


def _unreachable() -> DatabaseError:
    sentence = "the database cannot be reached: is PostgreSQL running there?"
    return DatabaseError(StoreError(sentence, key="error-store-unreachable"))


def _conninfo(url: str) -> str:
    try:
        return make_conninfo("", **{**_NETWORK, **conninfo_to_dict(url)})
    except psycopg.Error:
        sentence = "the address of the store is malformed: postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
        raise StoreError(sentence, key="error-store-address") from None


@contextmanager
def exclusively(connection: PostgresConnection) -> Iterator[None]:
    """A long transaction that runs alone among all processes."""
    connection.begin(pipelined=False)
    try:
        connection.execute("SET LOCAL lock_timeout = 0")
        connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        connection.execute("SELECT pg_advisory_xact_lock(?)", (_LOCK,))
        yield
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def connect_to_write(url: str) -> PostgresConnection:
    return _connected(_conninfo(url), _WRITER)


def connect_to_read(url: str) -> PostgresConnection:
    return _connected(_conninfo(url), _READER)


def connect_for_leases(url: str) -> PostgresConnection:
    """A connection whose statements take two seconds at most, so that a node notices in time that it cannot renew."""
    return _connected(make_conninfo(_conninfo(url), connect_timeout=2), _LEASES)
