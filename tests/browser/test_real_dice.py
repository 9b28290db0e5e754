"""Tables with real dice: an evening on one phone, every game, and a second phone that disagrees (R1 to R7)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from playwright.async_api import Page, ViewportSize, WebSocketRoute, expect

from knobel.rules import zocknroll
from knobel.rules.game import Chance, Decision, Lift, Lot, Over

from ..server_process import ServerProcess
from .conftest import Invite
from .scribe import Scribe

PHONE: Final = ViewportSize(width=390, height=664)
DOCS: Final = Path(__file__).parents[2] / "docs" / "play" / "browser.md"
SIX: Final = ("Anna", "Ben", "Cleo", "David", "Eva", "Finn")


class Evening:
    """Zock'n'Roll on one phone, beside a game of the engine, which says what has to be asked next.

    The first seat drops in every first round, so the game is over after six turns (N12); the others do as they like.
    """

    def __init__(self, scribe: Scribe, random: Random) -> None:
        self.scribe = scribe
        self.random = random
        self.state = zocknroll.start(zocknroll.Options(), len(SIX))
        self.before: list[zocknroll.State] = []
        self.turns: list[dict[str, int]] = []

    def _play(self, event: zocknroll.Event) -> None:
        self.before.append(self.state)
        self.state = zocknroll.play(self.state, event)
        if self.state.phase == "cups":  # the table plays them by itself, face down
            pending = zocknroll.pending(self.state)
            assert isinstance(pending, Chance)
            self.state = zocknroll.play(self.state, pending.event)

    def _fallen(self, count: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, 6) for _ in range(count))

    async def play(self, taken_back: dict[int, int]) -> None:
        """A whole game; after these turns so many entries are taken back and told again."""
        seen, turn = await self.scribe.taps(), self.state.turns
        allowed = 0
        while not isinstance(zocknroll.pending(self.state), Over):
            allowed += await self._answer()
            if self.state.turns > turn:
                now = await self.scribe.taps()
                self.turns.append({"taps": now - seen, "allowed": allowed})
                entries = taken_back.pop(self.state.turns, 0)
                if entries:
                    await self._asked()
                    await self.scribe.take_back(entries)
                    self.state = self.before[-entries]
                    del self.before[-entries:]
                seen, turn, allowed = await self.scribe.taps(), self.state.turns, 0

    async def _asked(self) -> None:
        """The next question is on the screen, in its own words."""
        state, pending = self.state, zocknroll.pending(self.state)
        if isinstance(pending, Lot):
            return await self.scribe.asked("web-real-ask-starter")
        if isinstance(pending, Chance) and isinstance(pending.event, zocknroll.White):
            return await self.scribe.asked("web-real-ask-white", place=len(state.white) + 1)
        name = SIX[state.queue[0]]
        if isinstance(pending, Chance):
            return await self.scribe.asked("web-real-ask-lift", name=name, count=2)
        tied = state.phase == "mark" and not zocknroll.won_alone(state)
        question = "tied" if tied else {"decide": "cup"}.get(state.phase, state.phase)
        return await self.scribe.asked(f"web-real-ask-{question}", name=name)

    async def _answer(self) -> int:
        """Answer one question; how many taps are allowed for it."""
        await self._asked()
        pending = zocknroll.pending(self.state)
        if isinstance(pending, Lot):
            starter = self.random.randrange(len(SIX))
            await self.scribe.name(SIX[starter])
            self._play(zocknroll.Starter(starter))
            return 1
        if isinstance(pending, Chance):
            dice = self._fallen(len(pending.event.dice or ()))
            await self.scribe.dice(dice)
            self._play(msgspec.structs.replace(pending.event, dice=dice))
            return len(dice)
        assert isinstance(pending, Decision)
        return await (self._cup(pending.seat) if self.state.phase == "decide" else self._row(pending))

    async def _cup(self, seat: int) -> int:
        if seat and self.random.random() < 0.6:
            await self.scribe.button("web-real-stay").tap()
            self._play(zocknroll.Stay(seat))
            return 1
        dice = self._fallen(2)
        await self.scribe.choice("web-real-lift")
        await self.scribe.asked("web-real-ask-lift", name=SIX[seat], count=2)
        await self.scribe.dice(dice)
        self._play(Lift(seat, dice))
        return 3  # two dice, and one of the two further taps of a drop

    async def _row(self, pending: Decision[Any]) -> int:
        """The best row, or now and then another one; a mark may take two taps, a drop has one left."""
        best = self.random.random() < 0.8
        event = pending.moves[0] if best else self.random.choice(pending.moves)
        none = "web-real-no-row-first" if len(self.state.white) == 3 else "web-real-no-row"
        await self.scribe.choice(none if event.row is None else f"row-{event.row}")
        allowed = 2 if self.state.phase == "mark" else 1
        self._play(event)
        return allowed


async def test_an_evening_of_three_games_for_six_on_one_phone(invite: Invite) -> None:
    """Taps: one per die, one per decision to stay, at most two more per drop or mark, and nothing else."""
    scribe = Scribe(await invite("en", size=PHONE))
    page, random = scribe.page, Random(20)
    path = await scribe.set_up("zocknroll", SIX)
    turns: list[dict[str, int]] = []
    ended = 0
    for number in range(1, 4):
        game = Evening(scribe, random)
        await game.play({2: 1, 4: 3} if number == 2 else {})
        turns += game.turns
        ended += game.state.turns
        await expect(scribe.player.rematch).to_be_visible()
        shown = await (await page.request.get(f"{scribe.player.base}/api/tables{path.removeprefix('/t')}")).json()
        result = msgspec.json.encode(zocknroll.result(game.state))
        assert shown["game"]["result"] == msgspec.json.decode(result)
        assert [tally["games"] for tally in shown["table"]["tally"]] == [number] * 6
        if number < 3:
            await scribe.player.rematch.tap()  # the next game is one tap away
    assert [turn for turn in turns if turn["taps"] > turn["allowed"]] == []
    played = sum(turn["taps"] for turn in turns)
    told = f"{played} taps for {ended} turns, entries that were told again included"
    assert told in DOCS.read_text(), told


class SlowLine:
    """The connection of a page that can hold back what the server sends."""

    def __init__(self) -> None:
        self.held: list[str | bytes] | None = None
        self._page: WebSocketRoute | None = None

    def opened(self, page: WebSocketRoute) -> None:
        self._page, server = page, page.connect_to_server()
        page.on_message(server.send)
        server.on_message(self._pass)

    def _pass(self, message: str | bytes) -> None:
        if self.held is not None:
            self.held.append(message)
        elif self._page is not None:
            self._page.send(message)

    def release(self) -> None:
        held, self.held = self.held or [], None
        for message in held:
            self._pass(message)


async def test_zock_with_a_phone_each_that_disagree_once(invite: Invite) -> None:
    anna = Scribe(await invite("de", size=PHONE))
    path = await anna.set_up("zock", ("Anna", "Ben"), {"games": "1"})
    await anna.dice((6, 5))
    await anna.asked("web-real-ask-roll-off", name="Ben")
    await anna.dice((1, 2))
    await anna.asked("web-real-ask-throw", name="Anna", count=2)

    ben, line = Scribe(await invite("de", size=PHONE)), SlowLine()
    await ben.page.route_web_socket("**/ws*", line.opened)
    await ben.player.visit(path)
    await ben.name("Ben")  # the seat is his from now on
    await expect(ben.page.get_by_text(ben.say("web-real-waiting", name="Anna"), exact=True)).to_be_visible()
    await anna.asked("web-real-ask-throw", name="Du", count=2)  # all have a phone, so this one is Anna's
    await anna.dice((3, 6))
    await anna.choice("web-real-fields", fields="9")
    await ben.asked("web-real-ask-throw", name="Du", count=2)

    line.held = []  # he does not see that she tells for him
    await anna.asked("web-real-ask-throw", name="Ben", count=2)
    await anna.dice((1, 3))
    await anna.asked("web-real-ask-cover", name="Ben")
    await ben.dice((1, 4))
    for scribe in (anna, ben):
        if scribe is ben:
            line.release()
        await expect(scribe.player.own.get_by_text(scribe.say("web-real-disputed"), exact=True)).to_be_visible()
    await ben.asked("web-real-ask-throw", name="Du", count=2)
    await ben.dice((1, 4))
    await ben.asked("web-real-ask-cover", name="Du")
    await anna.asked("web-real-ask-cover", name="Ben")
    await expect(anna.player.own.get_by_text(anna.say("web-real-disputed"), exact=True)).to_have_count(0)


async def type_in(page: Page, dice: tuple[int, ...]) -> None:
    """Dice on a keyboard, with a mistake that Backspace removes."""
    for key in (str(7 - dice[0]), "Backspace", *map(str, dice)):
        await page.keyboard.press(key)


async def test_schocken_survives_a_killed_server_and_people_come_and_go(invite: Invite, tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--rate", "0") as server:
        scribe = Scribe(await invite("en", size=PHONE, base=server.base))
        page, own = scribe.page, scribe.player.own
        await scribe.set_up("schocken", ("Anna", "Ben", "Cem"), {"length": "half", "stones": "1"})
        await scribe.name("Anna")
        await scribe.asked("web-real-ask-throw", name="Anna", count=3)
        await scribe.dice((6, 2, 1))
        await scribe.asked("web-real-ask-keep", name="Anna")
        await own.get_by_role("button", name=scribe.say("web-schocken-keep-die", value=6)).tap()
        server.kill()
        await scribe.dice((3, 3))
        server.start()
        await page.reload()  # a locked phone often drops its page
        cover = own.get_by_role("button", name=scribe.say("web-real-cover", count=2))
        await expect(cover).to_be_visible()  # the queued telling was sent again
        await cover.tap()
        for name, dice in (("Ben", (1, 1, 4)), ("Cem", (5, 4, 2))):
            await scribe.asked("web-real-ask-throw", name=name, count=3)
            if name == "Ben":
                await scribe.dice(dice)
                await scribe.button("web-real-stand").tap()
            else:
                await type_in(page, dice)
                await scribe.asked("web-real-ask-keep", name=name)
                await page.keyboard.press("Enter")
        await scribe.asked("web-real-ask-lift", name="Anna", count=2)
        await scribe.dice((2, 2))

        await scribe.button("web-arrange").tap()
        await page.get_by_role("button", name=f"{scribe.say('web-real-sit-out')}: Cem", exact=True).tap()
        await expect(page.get_by_role("heading", name=scribe.say("web-real-bench"))).to_be_visible()
        await page.get_by_label(scribe.say("web-real-add-who")).fill("Dora")
        await scribe.button("web-real-add").tap()
        await expect(page.get_by_text("Dora", exact=True)).to_be_visible()
        await scribe.button("web-start-next").tap()
        await scribe.asked("web-real-ask-starter")
        names = [await name.inner_text() for name in await own.get_by_role("button").all()]
        assert {"Anna", "Ben", "Dora"} <= set(names)
        assert "Cem" not in names
