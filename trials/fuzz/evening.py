"""The part of the seed corpus that is about real dice and clubs."""

from __future__ import annotations

from typing import Any

from tests.serve.memory_server import Device, carry_token


async def tell_real_dice(anna: Device, bert: Device) -> str:
    """A table with real dice, a phone each: every command that only such tables have. The code of the table."""
    code = await anna.make("schocken", 0, start=False, id="real", settings={"dice": "real"}, guests=["Cleo"])
    host, guest = await anna.look(code), await bert.look(code)
    await host.ask("seat_guest", name="Dora")
    await host.ask("sit_out", seat=2)
    await host.ask("sit_in", bench=0)
    await guest.ask("claim", seat=1)
    await host.ask("start")
    await host.ask("tell", event={"e": "starter", "seat": 0})
    await host.ask("tell", event={"e": "throw", "seat": 0, "keep": [], "dice": [1, 2, 3]})
    await host.ask("take_back", to=1)
    await anna.http.get(f"/api/tables/{code}/told")
    return code


async def run_a_club(anna: Device, bert: Device, code: str) -> None:
    """A club of the table: every operation once. Another club is deleted, so that later requests find this one."""
    http = anna.http
    made: dict[str, Any] = (await http.post("/api/clubs", json={"name": "Friday", "from_table": code})).json()
    club = f"/api/clubs/{made['club']}"
    await http.post(f"{club}/tables", json={"code": code})
    await http.post(f"{club}/members", json={"name": "Emil"})
    link: dict[str, Any] = (await http.post(f"{club}/members/2/link")).json()
    await bert.http.post("/api/clubs/join", json=carry_token(link["url"]))
    await http.patch(club, json={"name": "Saturday"})
    await http.patch(f"{club}/members/2", json={"role": "treasurer"})
    season = {"name": "2026", "begins": 1_767_222_000_000, "ends": None}
    await http.post(f"{club}/seasons", json=season)
    await http.put(f"{club}/seasons/1", json=season)
    await _keep_the_box(anna, club)
    table = "date,game,names,points\n2026-01-02,zock,Anna/Ben,3/0\n"
    await http.post(f"{club}/import?check=1", content=table, headers={"content-type": "text/csv"})
    await http.post(f"{club}/import", content=table, headers={"content-type": "text/csv"})
    await http.post(f"{club}/luck?season=1")
    evenings: dict[str, Any] = (await http.get(f"{club}/evenings")).json()
    evening = next((each["evening"] for each in evenings["evenings"]), 0)
    for page in (
        *("/api/me/clubs", club, f"{club}/standings?season=1&game=zock", f"{club}/course?season=1", f"{club}/luck"),
        *(f"{club}/evenings?before=1", f"{club}/evenings/{evening}", f"{club}/members/1?season=1"),
        *(f"{club}/export.json", f"{club}/export.csv"),
    ):
        await http.get(page)
    await http.patch(f"{club}/games/1", json={"members": [1, None]})
    other: dict[str, Any] = (await http.post("/api/clubs", json={"name": "Sunday", "you": "Anna"})).json()
    await http.delete(f"/api/clubs/{other['club']}")
    for gone in ("games/1", "seasons/1", f"tables/{code}", "members/2"):
        await http.delete(f"{club}/{gone}")


async def _keep_the_box(anna: Device, club: str) -> None:
    """Fines, payments, expenses and their reversal."""
    http, box = anna.http, f"{club}/box"
    await http.put(f"{box}/tariff", json={"events": {"lost_half": 50}, "customs": [{"name": "late", "cents": 100}]})
    await http.get(f"{box}/tariff")
    await http.post(box, json={"id": "b1", "member": 1, "amount": 100, "reason": "late"})
    await http.post(f"{box}/payments", json={"id": "b2", "member": 1, "amount": 100, "reason": ""})
    await http.post(f"{box}/expenses", json={"id": "b3", "amount": 50, "reason": "pizza"})
    await http.post(f"{box}/1/reverse")
    await http.get(f"{box}?before=3")
