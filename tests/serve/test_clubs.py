"""Clubs over HTTP: made from a table, games counted, evenings, corrections, links and files."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from .club_server import club_server, play, seated, tie
from .memory_server import carry_token, memory_server
from .scribe import play_on, real_table

HOUR = 60 * 60


async def test_a_club_is_made_from_a_table_in_one_step_and_its_games_count(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await seated(server, (anna, "Anna"), (ben, "Ben"))
        replay = await play(server, code, anna, ben)
        made = await anna.http.post("/api/clubs", json={"name": " Unser  Stammtisch ", "from_table": code})
        assert made.status_code == 201
        club = made.json()
        assert (club["name"], club["you"], club["role"]) == ("Unser Stammtisch", 1, "founder")
        assert [(each["name"], each["role"], each["devices"]) for each in club["members"]] == [
            ("Anna", "founder", 1),
            ("Ben", "member", 0),
        ]
        assert (club["games"], club["evenings"], [each["code"] for each in club["tables"]]) == (1, 1, [code])
        await play(server, code, anna, ben)
        (listed,) = (await anna.http.get("/api/me/clubs")).json()
        assert (listed["club"], listed["games"], listed["members"]) == (club["club"], 2, 2)
        assert (await ben.http.get("/api/me/clubs")).json() == []
        path = f"/api/clubs/{club['club']}"
        (evening,) = (await anna.http.get(f"{path}/evenings")).json()["evenings"]
        shown = (await anna.http.get(f"{path}/evenings/{evening['evening']}")).json()
        assert shown["games"][0]["replay"] == replay
        assert {seat["name"] for seat in shown["games"][0]["seats"]} == {"Anna", "Ben"}
        standings = (await anna.http.get(f"{path}/standings?game=schocken")).json()
        assert standings["games"] == 2
        assert (
            sum(line["wins"] for line in standings["lines"]) == sum(line["losses"] for line in standings["lines"]) == 2
        )
        assert (await anna.http.get(f"{path}/standings?game=zock")).json()["lines"] == []


async def test_a_table_with_real_dice_counts_and_a_game_that_is_taken_back_does_not(tmp_path: Path) -> None:
    """One phone holds all seats; a game that was over runs again (R6), and is counted once when it ends again."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await real_table(anna, "schocken")
        made = await anna.http.post("/api/clubs", json={"name": "Stammtisch", "from_table": code})
        assert made.status_code == 201, made.text
        path = f"/api/clubs/{made.json()['club']}"
        assert [each["name"] for each in made.json()["members"]] == ["Anna", "Ben", "Cleo"]
        await anna.http.put(f"{path}/box/tariff", json={"events": {"lost_game": 100}})
        socket = await anna.look(code)
        for again in range(2):
            await play_on(socket, Random(again))
            assert (await anna.http.get(path)).json()["games"] == 1
            box = (await anna.http.get(f"{path}/box")).json()
            assert (box["owed"], len(box["bookings"])) == (100, 1 + 2 * again)
            if not again:
                assert socket.game is not None
                assert (await socket.ask("take_back", to=socket.game["real"]["told"] - 1))["m"] == "ok"
                await server.settle()
                assert (await anna.http.get(path)).json()["games"] == 0
                assert (await anna.http.get(f"{path}/box")).json()["owed"] == 0
        (evening,) = (await anna.http.get(f"{path}/evenings")).json()["evenings"]
        (game,) = (await anna.http.get(f"{path}/evenings/{evening['evening']}")).json()["games"]
        assert game["replay"] == socket.table["replay"]


async def test_only_players_of_a_table_can_count_it_for_a_club(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        code = await seated(server, (club.devices["founder"], "Anna"), (club.devices["stranger"], "Emil"))
        assert (await club.ask("member", "POST", "/tables", json={"code": code})).status_code == 403
        assert (await club.ask("founder", "POST", "/tables", json={"code": "lala-lala-lala"})).status_code == 404
        other = await club.devices["member"].http.post("/api/clubs", json={"name": "x", "you": "y", "from_table": code})
        assert other.status_code == 403
        await club.done("POST", "/tables", {"code": code})
        assert [each["code"] for each in (await club.get())["tables"]] == [code]


async def test_guests_are_matched_by_hand_and_their_fines_follow(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        anna, ben = club.devices["founder"], club.devices["treasurer"]
        await club.done("PUT", "/box/tariff", {"events": {"lost_game": 100}}, "treasurer")
        code = await seated(server, (anna, "anna"), (ben, "Benno"))
        await club.done("POST", "/tables", {"code": code})
        await play(server, code, anna, ben)
        evening = (await club.get("/evenings"))["evenings"][0]["evening"]
        (game,) = (await club.get(f"/evenings/{evening}"))["games"]
        assert [(seat["member"], seat["name"]) for seat in game["seats"]] == [(1, "Anna"), (None, "Benno")]
        loser = next(seat["seat"] for seat in game["seats"] if seat["place"] > 1)
        box = await club.get("/box")
        assert [(each["kind"], each["member"]) for each in box["bookings"]] == ([("event", 1)] if loser == 0 else [])
        corrected = await club.done("PATCH", f"/games/{game['id']}", {"members": [3, 2]})
        assert [seat["name"] for seat in corrected["games"][0]["seats"]] == ["Carla", "Ben"]
        assert {line["member"] for line in (await club.get("/standings"))["lines"]} == {2, 3}
        owes = {each["member"]: each["owes"] for each in (await club.get("/box"))["accounts"]}
        assert owes == {1: 0, 2: 100 * (loser == 1), 3: 100 * (loser == 0)}
        assert (await club.ask("founder", "PATCH", f"/games/{game['id']}", json={"members": [2, 2]})).status_code == 409
        gone = await club.done("DELETE", f"/games/{game['id']}")
        assert (gone["games"], gone["evenings"]) == (0, 0)
        assert (await club.get("/box"))["owed"] == 0


async def test_a_pause_of_six_hours_begins_another_evening_and_seasons_divide_the_standings(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        anna, ben = club.devices["founder"], club.devices["treasurer"]
        code = await seated(server, (anna, "Anna"), (ben, "Ben"))
        await club.done("POST", "/tables", {"code": code})
        await play(server, code, anna, ben)
        server.time.skip(5 * HOUR)
        await play(server, code, anna, ben)
        server.time.skip(7 * HOUR)
        between = server.time.wall()
        await play(server, code, anna, ben)
        assert [each["games"] for each in (await club.get("/evenings"))["evenings"]] == [1, 2]
        made = await club.done("POST", "/seasons", {"name": "Herbst", "begins": between, "ends": None})
        assert made["season"] == 1
        for season, games in ((0, 3), (1, 1)):
            found = await club.get(f"/standings?season={season}")
            assert {line["games"] for line in found["lines"]} == {found["games"]} == {games}
        course = await club.get("/course")
        assert [[point["games"] for point in line["points"]] for line in course["lines"]] == [[2, 3]] * 2
        await club.done("PUT", "/seasons/1", {"name": "Herbst", "begins": 0, "ends": between})
        assert (await club.get("/standings?season=1"))["games"] == 2
        profile = await club.get("/members/1?season=1")
        (versus,) = profile["head_to_head"]
        assert (versus["name"], versus["games"], versus["ahead"] + versus["behind"]) == ("Ben", 2, 2)
        await club.done("DELETE", "/seasons/1")
        assert (await club.ask("member", "GET", "/standings?season=1")).status_code == 404


async def test_a_link_ties_one_device_to_a_member_once_and_for_seven_days(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        phone, laptop = await server.device(), await server.device()
        link = await club.done("POST", "/members/3/link", role="member")
        assert link["url"].startswith("/club/join#")
        token = carry_token(link["url"])
        assert (await phone.http.post("/api/clubs/join", json=token)).json()["member"] == 3
        again = await laptop.http.post("/api/clubs/join", json=token)
        assert (again.status_code, again.json()["why"]) == (410, "spent")
        late = carry_token((await club.done("POST", "/members/3/link"))["url"])
        server.time.skip(7 * 24 * HOUR + 1)
        assert (await laptop.http.post("/api/clubs/join", json=late)).status_code == 410
        taken = carry_token((await club.done("POST", "/members/2/link"))["url"])
        assert (await phone.http.post("/api/clubs/join", json=taken)).status_code == 409


async def test_the_last_founder_stays_and_names_are_unique(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        assert (await club.ask("founder", "DELETE", "/members/1")).status_code == 409
        assert (await club.ask("founder", "PATCH", "/members/1", json={"role": "member"})).status_code == 409
        assert (await club.ask("founder", "POST", "/members", json={"name": " CARLA "})).status_code == 409
        await club.done("PATCH", "/members/3", {"name": "carla"}, "member")
        await club.done("PATCH", "/members/2", {"role": "founder"})
        assert (await club.done("DELETE", "/members/1"))["results"] == 0
        assert (await club.ask("founder", "GET")).status_code == 404
        assert [each["name"] for each in (await club.get())["members"]] == ["Ben", "carla"]


async def test_bookings_are_repeated_safely_and_reversed_once(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        late = {"id": "a", "member": 3, "amount": 150, "reason": "late"}
        await club.done("POST", "/box", late, "treasurer")
        box = await club.done("POST", "/box", late, "treasurer")
        assert ([each["amount"] for each in box["bookings"]], box["owed"]) == ([150], 150)
        other = await club.ask("treasurer", "POST", "/box", json={**late, "amount": 151})
        assert other.status_code == 409
        await club.done("POST", "/box/payments", {"id": "b", "member": 3, "amount": 100}, "treasurer")
        box = await club.done("POST", "/box/expenses", {"id": "c", "amount": 30, "reason": "nuts"}, "treasurer")
        assert [box[name] for name in ("owed", "fined", "paid", "spent", "cash")] == [50, 150, 100, 30, 70]
        box = await club.done("POST", "/box/1/reverse", role="treasurer")
        assert [box[name] for name in ("owed", "fined", "cash")] == [-100, 0, 70]
        again = await club.ask("treasurer", "POST", "/box/1/reverse")
        assert (again.status_code, again.json()["sentence"]) == (409, "this booking is reversed already")


@pytest.mark.parametrize("amount", [0, -1, 1.5, 1.0, "100", 100_000_001, True, None])
async def test_amounts_are_whole_cents(tmp_path: Path, amount: object) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        body = {"id": "a", "member": 3, "amount": amount, "reason": "late"}
        assert (await club.ask("treasurer", "POST", "/box", json=body)).status_code == 400
        assert (await club.get("/box"))["bookings"] == []


async def test_a_list_of_results_is_checked_and_imported(tmp_path: Path) -> None:
    listed = (
        "date;game;names;points\n24.12.2023;Zock'n'Roll;Anna/Ben/Emil;60/40/50\n2023-12-25 21:30;zock;Anna/Emil;3/0\n"
    )
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        checked = await club.ask("founder", "POST", "/import?check=1", content=listed)
        assert checked.json() == {"games": 2, "members": ["Emil"]}
        assert (await club.get())["games"] == 0
        await club.ask("founder", "POST", "/import", content=listed)
        standings = await club.get("/standings")
        assert [
            (line["name"], line["games"], line["wins"], line["won"], line["noted"]) for line in standings["lines"]
        ] == [
            ("Emil", 2, 1, 50, 0),
            ("Anna", 2, 1, 60, 3),
            ("Ben", 1, 0, 40, 0),
        ]
        bad = await club.ask("founder", "POST", "/import", content=listed + "yesterday;zock;Anna/Emil;3/0\n")
        assert bad.status_code == 422
        assert bad.json()["sentence"].startswith("line 4: the date must look like")


async def test_luck_is_taken_from_analyses_and_says_what_is_not_analysed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = [{"luck": [0.3, -0.3]}, {"luck": [0.1, -0.1]}]

    async def analyse(*_: object) -> bytes:
        return msgspec.json.encode({"moments": moments})

    async with memory_server(tmp_path) as server:
        monkeypatch.setattr(server.coach, "ask", analyse)
        club = await club_server(server)
        anna, ben = club.devices["founder"], club.devices["treasurer"]
        code = await seated(server, (anna, "Anna"), (ben, "Ben"), game="zock")
        replay = await play(server, code, anna, ben)
        await anna.http.post(f"/api/replays/{replay}/analysis")
        await server.settle()
        await club.done("POST", "/tables", {"code": code})
        await play(server, code, anna, ben)
        luck = await club.get("/luck")
        assert (luck["games"], luck["analysed"]) == (2, 1)
        told = {line["name"]: line["luck"] for line in luck["lines"]}
        assert [told[name]["luck"] for name in ("Anna", "Ben")] == pytest.approx([0.4, -0.4])
        deviation = (0.3**2 + 0.1**2) ** 0.5
        assert told["Anna"]["spread"] == pytest.approx(1.96 * deviation)
        assert told["Ben"]["score"] == pytest.approx(-0.4 / deviation)
        assert (await club.done("POST", "/luck", role="member"))["running"]
        await server.settle()
        after = await club.get("/luck")
        assert (after["analysed"], after["running"], after["lines"][0]["name"]) == (2, False, "Ben")
        assert (await club.get("/members/2"))["luck"]["luck"] == pytest.approx(-0.8)


async def test_a_second_device_sees_the_same_club(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club, phone = await club_server(server), await server.device()
        await tie(club, 3, phone)
        seen = (await phone.http.get(club.path)).json()
        assert (seen["you"], seen["role"]) == (3, "member")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/box", {"id": "a", "member": 3, "amount": 5, "reason": "\ud800"}),
        ("POST", "/box", {"id": "\ud800", "member": 3, "amount": 5, "reason": ""}),
        ("POST", "/box", {"id": "a", "member": 1 << 70, "amount": 5, "reason": ""}),
        ("POST", "/box", {"id": "a", "member": 3, "amount": 5, "reason": "a\u202eb"}),
        ("PUT", "/box/tariff", {"customs": [{"name": "\x00", "cents": 5}]}),
        ("PUT", "/box/tariff", {"events": {"sneezed": 5}}),
        ("PATCH", "", {"name": "\ud800"}),
        ("POST", "/members", {"name": "\ud800"}),
        ("POST", "/seasons", {"name": "x", "begins": 1 << 70, "ends": None}),
        ("PATCH", "/games/1", {"members": [1 << 70]}),
    ],
)
async def test_hostile_texts_and_numbers_are_refused(tmp_path: Path, method: str, path: str, body: object) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        content = json.dumps(body).encode()  # lone surrogates as escapes
        answer = await club.ask("founder", method, path, content=content)
        assert (answer.status_code, answer.json()["why"]) == (400, "malformed"), answer.text
        assert (await club.get("/box"))["bookings"] == []
        assert (await club.ask("founder", "GET", f"/evenings/{'9' * 16}")).status_code == 404
        assert (await club.ask("founder", "GET", f"/members/{'9' * 30}")).status_code == 404
        assert (await club.ask("founder", "GET", "/standings?season=99999999999")).status_code == 404
