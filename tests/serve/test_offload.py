"""Computations in the offload thread: one at a time, also when requests are cancelled while theirs runs."""

from __future__ import annotations

import asyncio
import threading

import pytest

from knobel.serve.limits.offload import ThreadOffload
from knobel.serve.limits.quotas import QuotaExceeded, Requester
from knobel.serve.limits.rate_limit import Limits

PHONE = Requester("phone", "10.0.0.1")


class Held:
    """Computations that last until `go_on`, or until the block ends; `most` is how many ran at once."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.begun = threading.Semaphore(0)
        self.ran = 0
        self.most = 0
        self._running = 0
        self._lock = threading.Lock()

    def __enter__(self) -> Held:
        return self

    def __exit__(self, *_: object) -> None:
        self.go_on.set()

    def __call__(self) -> str:
        with self._lock:
            self.ran += 1
            self._running += 1
            self.most = max(self.most, self._running)
        self.begun.release()
        self.go_on.wait()
        with self._lock:
            self._running -= 1
        return "computed"

    async def has_begun(self) -> None:
        """Return when one more computation has begun."""
        assert await asyncio.to_thread(self.begun.acquire, timeout=60)


async def _turns(count: int = 5) -> None:
    """Let tasks that can go on do so."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_cancelled_request_keeps_its_turn_until_its_thread_ends() -> None:
    offload = ThreadOffload(Limits())
    with Held() as held:
        running = asyncio.create_task(offload.run(PHONE, held))
        await held.has_begun()
        waiting = [asyncio.create_task(offload.run(PHONE, held)) for _ in range(5)]
        await _turns()
        for task in (running, *waiting[:-1]):
            task.cancel()
        await asyncio.wait([running, *waiting[:-1]])
        await _turns()
        assert (held.ran, offload.turn.locked()) == (1, True)
        held.go_on.set()
        assert await waiting[-1] == "computed"
        assert (held.ran, held.most) == (2, 1), "those that were cancelled before their turn computed nothing"
        assert not offload.turn.locked()


async def test_a_cancelled_request_keeps_its_quota_until_its_thread_ends() -> None:
    offload = ThreadOffload(Limits(computations_of_device=1))
    with Held() as held:
        running = asyncio.create_task(offload.run(PHONE, held))
        await held.has_begun()
        running.cancel()
        await asyncio.wait([running])
        with pytest.raises(QuotaExceeded):
            await offload.run(PHONE, str)
        held.go_on.set()
        async with offload.turn:
            """The thread has ended."""
        assert await offload.run(PHONE, held) == "computed"


async def test_a_request_that_is_cancelled_in_the_queue_returns_its_quota_at_once() -> None:
    offload = ThreadOffload(Limits(computations_of_device=1))
    with Held() as held:
        held.go_on.set()
        async with offload.turn:
            waiting = asyncio.create_task(offload.run(PHONE, held))
            await _turns()
            waiting.cancel()
            await asyncio.wait([waiting])
        assert await offload.run(PHONE, held) == "computed"
        assert held.ran == 1


async def test_an_error_of_a_computation_returns_turn_and_quota() -> None:
    offload = ThreadOffload(Limits(computations_of_device=1))
    with Held() as held:

        def fail() -> None:
            raise ValueError

        with pytest.raises(ValueError):  # noqa: PT011 - it has no message
            await offload.run(PHONE, fail)
        held.go_on.set()
        assert await offload.run(PHONE, held) == "computed"
