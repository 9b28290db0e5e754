"""Admission control: a few requests per iteration, in order."""

from __future__ import annotations

import asyncio
from functools import partial

from knobel.serve.limits.admission import AdmissionControl


async def _go(admission: AdmissionControl, number: int, inside: list[int]) -> None:
    await admission.admit()
    inside.append(number)


async def test_a_rush_is_admitted_in_order() -> None:
    admission, inside = AdmissionControl(3), list[int]()
    crowd = [asyncio.ensure_future(_go(admission, number, inside)) for number in range(10)]
    grown = list[int]()
    while len(inside) < 10:
        await asyncio.sleep(0)
        grown.append(len(inside))
    assert inside == list(range(10))
    assert max(after - before for before, after in zip([0, *grown], grown, strict=False)) == 3
    await asyncio.gather(*crowd)


async def test_free_capacity_admits_at_once() -> None:
    admission, inside = AdmissionControl(2), list[int]()
    for number in range(6):
        await asyncio.ensure_future(_go(admission, number, inside))
        await asyncio.sleep(0)
    entering = admission.admit()
    try:
        entering.send(None)
    except StopIteration:
        return
    raise AssertionError("it had to wait")


async def test_a_cancelled_waiter_uses_no_capacity() -> None:
    admission, inside = AdmissionControl(1), list[int]()
    crowd = [asyncio.ensure_future(_go(admission, number, inside)) for number in range(4)]
    await asyncio.sleep(0)
    for gone in crowd[1:3]:
        gone.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    assert inside == [0, 3]


async def test_clients_that_have_gone_add_nothing_to_an_iteration() -> None:
    """With 200 of them in the queue, those behind them are admitted as slowly as without them."""
    admission, inside, gone, grown = AdmissionControl(4), list[int](), set(range(4, 204)), list[int]()

    def later(number: int) -> bool:
        if number not in gone:
            inside.append(number)
        return number not in gone

    for number in range(1004):
        if admission.try_admit(partial(later, number)):
            inside.append(number)
    while len(inside) < 804:
        before = len(inside)
        await asyncio.sleep(0)
        grown.append(len(inside) - before)
    assert max(grown) == 4
    assert inside == [number for number in range(1004) if number not in gone]


async def test_a_queue_of_clients_that_have_gone_leaves_the_full_capacity() -> None:
    admission, gone = AdmissionControl(2), 0

    def later() -> bool:
        nonlocal gone
        gone += 1
        return False

    assert [admission.try_admit(later) for _ in range(9)] == [True] * 2 + [False] * 7
    while gone < 7:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [admission.try_admit(later) for _ in range(3)] == [True, True, False]


async def test_an_error_of_one_client_does_not_stop_the_queue() -> None:
    admission, inside = AdmissionControl(1), list[int]()

    def later(number: int) -> bool:
        if number == 1:
            raise RuntimeError
        inside.append(number)
        return True

    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    assert [admission.try_admit(partial(later, number)) for number in range(4)] == [True, False, False, False]
    while len(inside) < 2:
        await asyncio.sleep(0)
    assert inside == [2, 3]
