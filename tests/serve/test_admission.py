"""Admission control: a few requests per iteration, in order."""

from __future__ import annotations

import asyncio

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
