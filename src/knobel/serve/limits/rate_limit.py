"""Rate limits: token buckets per connection and per address, and the limits of a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from .lru_cache import LruCache

_MAX_ADDRESSES: Final = 4096
"""Addresses with a bucket at a time; the least recently used one is dropped first."""


Count: TypeAlias = Annotated[int, Meta(ge=0)]
Bytes: TypeAlias = Annotated[int, Meta(ge=0, extra={"is": "size"})]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, extra={"is": "duration"})]


class RateLimit(Struct, frozen=True):
    """A refill rate and a burst size; `per_second` 0 means no limit."""

    per_second: float
    burst: int


class Limits(Struct, frozen=True):
    """All limits of a server. Devices behind one router share an address."""

    commands: RateLimit = RateLimit(20, 60)
    commands_of_address: RateLimit = RateLimit(200, 600)
    new_tables_of_address: RateLimit = RateLimit(1 / 20, 100)
    wrong_codes_of_address: RateLimit = RateLimit(1 / 3, 20)
    door_guesses_of_address: RateLimit = RateLimit(1 / 6, 10)
    requests_of_address: RateLimit = RateLimit(100, 400)
    files_of_address: RateLimit = RateLimit(500, 40_000)
    """Files of the browser client: all players of a large party may load all of them in the same minute."""
    connections: Count = 20_000
    connections_of_address: Count = 500
    tables: Count = 20_000
    awaiting_request: Count = 4_000
    """Connections that have not sent a complete request yet."""
    awaiting_request_of_address: Count = 200
    http_connections: Count = 10_000
    """Connections that are not WebSockets. A browser opens six, a proxy one for each pending request."""
    http_connections_of_address: Count = 2_000
    unread_bytes: Bytes = 512 << 20
    """Bytes of responses that wait in memory because the socket does not take them."""
    unread_bytes_of_address: Bytes = 128 << 20
    loop_ms_of_address: RateLimit = RateLimit(100, 8_000)
    """Milliseconds of the event loop for large answers: steps, snapshots."""
    bytes_of_address: RateLimit = RateLimit(4 << 20, 128 << 20)
    """Bytes of large answers: steps, snapshots, replays, records."""
    joins_of_address: RateLimit = RateLimit(1 / 2, 8)
    """Seats and knocks of an address at one table; a family or a round of friends comes at once."""
    joins_without_cookie: RateLimit = RateLimit(1 / 60, 1)
    """Seats and knocks of an address at one table by devices that got their cookie with the same request."""
    worker_memory: Bytes = 600_000_000
    """Bytes of the coach process, and of each bot process, above which it is replaced; 0 for any."""
    third_party_timeout: Annotated[float, Meta(ge=1, le=60, extra={"is": "duration"})] = 5.0
    """For a decision of a third-party bot, before `casual` moves in its place."""
    computations: Count = 60
    """Replays, records and positions that wait for the thread at the same time; the longest takes about 50 ms."""
    computations_of_address: Count = 24
    """The seats of the largest table: all players may open the replay of their game when it is over."""
    computations_of_device: Count = 8
    analyses: Count = 40
    """Open analyses of games."""
    analyses_of_address: Count = 4
    analyses_of_device: Count = 3
    questions: Count = 40
    """Open questions to the coach: odds, hints and verdicts."""
    questions_of_address: Count = 12
    questions_of_device: Count = 8
    puzzles: Count = 30
    """Searches for puzzles."""
    puzzles_of_address: Count = 8
    puzzles_of_device: Count = 4
    emotes: RateLimit = RateLimit(1 / 4, 5)
    """Emotes of a seat: each one is stored in the log for good."""
    command_size: Annotated[int, Meta(ge=8 << 10, le=64 << 10, extra={"is": "size"})] = 16 << 10
    """Bytes of the largest WebSocket frame, and of the body of a command."""
    record_size: Annotated[int, Meta(ge=16 << 10, le=1 << 20, extra={"is": "size"})] = 128 << 10
    """Bytes of the largest record that can be uploaded; its replay is many times as long."""
    header_size: Annotated[int, Meta(ge=4 << 10, le=64 << 10, extra={"is": "size"})] = 16 << 10
    """Bytes of the request line and the headers, and of the framing between the chunks of a body."""
    queue_size: Annotated[int, Meta(ge=64 << 10, le=16 << 20, extra={"is": "size"})] = 1 << 20
    """Bytes of frames that wait for the slow reader of a WebSocket."""
    replay_events: Annotated[int, Meta(ge=100, le=50_000)] = 10_000
    """Events of the longest game that is shown; each is a position of 1 to 2 kB. A long game has a thousand."""
    idle_timeout: Seconds = 60.0
    """For which a table without connections stays in memory."""
    header_timeout: Annotated[float, Meta(ge=1, le=60, extra={"is": "duration"})] = 3.0
    """For the headers to arrive, from the start of the connection or the end of the last response."""
    body_timeout: Annotated[float, Meta(ge=1, le=300, extra={"is": "duration"})] = 30.0
    """In which the body of a request has to arrive."""
    handshake_timeout: Annotated[float, Meta(ge=5, le=120, extra={"is": "duration"})] = 30.0
    """Until a WebSocket has to be accepted or refused; the rush after a restart takes a few seconds."""
    close_timeout: Annotated[float, Meta(ge=1, le=60, extra={"is": "duration"})] = 3.0
    """For the client to read the last response or the close frame before the connection is reset."""
    presence_timeout: Annotated[float, Meta(ge=20, le=600, extra={"is": "duration"})] = 90.0
    """Without a frame or ping after which a WebSocket is closed; browsers send a ping every 8 seconds."""
    slow_reader_timeout: Annotated[float, Meta(ge=1, le=60, extra={"is": "duration"})] = 5.0
    """In which the amount of unsent data has to shrink."""
    slow_reader_grace: Annotated[float, Meta(ge=5, le=600, extra={"is": "duration"})] = 30.0
    """Without a minimum rate: phones lose their network for a while."""
    slow_reader_rate: Annotated[int, Meta(ge=1 << 10, le=1 << 20, extra={"is": "size"})] = 32 << 10
    """Bytes per second that a reader has to take on average after the grace period."""


class TokenBucket:
    """Token bucket: starts full with `burst` tokens and refills at `per_second`.

    >>> bucket = TokenBucket(RateLimit(1, 2))
    >>> [bucket.take(now) for now in (0.0, 0.0, 0.0, 1.0, 1.5)]
    [True, True, False, True, False]
    """

    __slots__ = ("_left", "_limit", "_refilled")

    def __init__(self, limit: RateLimit) -> None:
        self._limit = limit
        self._left = float(limit.burst)
        self._refilled: float | None = None

    def take(self, now: float) -> bool:
        """Take a token at `now` (seconds); False if there is none."""
        if self._limit.per_second == 0:
            return True
        self._refill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, now: float, amount: float) -> None:
        """Take what was used, even if it is more than is left; the debt is a full bucket at most."""
        if self._limit.per_second:
            self._refill(now)
            self._left = max(-self._limit.burst, self._left - amount)

    def _refill(self, now: float) -> None:
        if self._refilled is not None:
            self._left = min(self._limit.burst, self._left + (now - self._refilled) * self._limit.per_second)
        self._refilled = now

    def refund(self) -> None:
        """Put the last token back."""
        self._left = min(self._limit.burst, self._left + 1)

    def is_empty(self, now: float) -> bool:
        """Whether `take` would return False at `now`."""
        limit = self._limit
        if limit.per_second == 0 or self._refilled is None:
            return False
        return min(limit.burst, self._left + (now - self._refilled) * limit.per_second) < 1


class TokenBuckets:
    """One token bucket per address, in an LRU cache."""

    def __init__(self, limit: RateLimit, now: Callable[[], float]) -> None:
        self._limit = limit
        self._now = now
        self._buckets = LruCache[str, TokenBucket](_MAX_ADDRESSES)

    def take(self, address: str) -> bool:
        return self._limit.per_second == 0 or self._bucket(address).take(self._now())

    def charge(self, address: str, amount: float) -> None:
        self._bucket(address).charge(self._now(), amount)

    def is_empty(self, address: str) -> bool:
        bucket = self._buckets.get(address)
        return bucket is not None and bucket.is_empty(self._now())

    def _bucket(self, address: str) -> TokenBucket:
        bucket = self._buckets.get(address)
        return self._buckets.put(address, TokenBucket(self._limit)) if bucket is None else bucket
