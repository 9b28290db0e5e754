"""A club in the browser: made at a table, joined by a link, with a penalty box, and an evening as a picture."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Locator, expect

from .conftest import Invite
from .csp import csp_violations, record_csp_violations
from .player import Player
from .table_setup import fast_forward
from .test_axe import violations
from .test_end import PAINTED, SMALL, out_of_sight


def tab(player: Player, part: str) -> Locator:
    parts = player.page.get_by_role("navigation", name=player.say("web-club-parts"))
    return parts.get_by_role("link", name=player.say(f"web-club-part-{part}"), exact=True)


async def open_part(player: Player, part: str) -> None:
    """Open a part of the club, which axe likes in both themes."""
    await tab(player, part).click()
    await expect(player.page.get_by_role("heading", level=2).first).to_be_visible()
    for theme in ("dark", "light"):
        await player.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert await violations(player) == [], (part, theme)


async def play_together(ada: Player, ben: Player) -> None:
    """One half of Schocken between two persons, over HTTP; Ada sees the end."""
    wish = {"id": "club", "game": "schocken", "name": "Ada", "options": {"stones": 1, "length": "half"}}
    made = await ada.context.request.post(f"{ada.base}/api/tables", data={**wish, "settings": {"throws": "auto"}})
    path = f"/t/{(await made.json())['code']}"
    await ben.sit_down(path, "Ben")
    await ada.visit(path)
    await ada.button("web-start").click()
    await expect(ada.own).to_be_visible()
    await asyncio.gather(fast_forward(ada), fast_forward(ben))


async def found_club(ada: Player) -> str:
    """Remember the round of the table that is shown; the path of the club's page."""
    await expect(ada.button("web-remember")).to_be_visible()
    assert await out_of_sight(ada.page, SMALL) == []
    await ada.button("web-remember").click()
    await ada.button("web-club-make").click()
    await expect(ada.page.get_by_role("table").get_by_role("link", name="Ben")).to_be_visible()
    return ada.page.url.removeprefix(ada.base)


async def one_time_link(ada: Player, name: str) -> str:
    await open_part(ada, "members")
    member = ada.page.get_by_role("listitem").filter(has=ada.page.get_by_role("link", name=name, exact=True))
    await member.get_by_text(ada.say("web-club-edit-member"), exact=True).click()
    await ada.reachable()
    await member.get_by_role("button", name=ada.say("web-club-link")).click()
    link = await member.get_by_role("textbox", name=ada.say("web-link"), exact=True).input_value()
    return re.sub(r"^https?://[^/]+", "", link)


async def test_a_round_becomes_a_club_that_is_joined_pays_and_is_shared(invite: Invite) -> None:
    ada, ben, stranger = await invite("en"), await invite("de"), await invite("en")
    await record_csp_violations(ada)
    await play_together(ada, ben)
    club = await found_club(ada)

    await stranger.visit(club)
    await expect(stranger.page.get_by_text(stranger.say("web-club-status-404"))).to_be_visible()
    link = await one_time_link(ada, "Ben")
    assert link.startswith("/club/join#"), "browsers do not send the fragment"
    await ben.visit(link)
    await ben.button("web-club-join").click()
    await expect(tab(ben, "standings")).to_be_visible()
    await stranger.visit(link)
    await stranger.button("web-club-join").click()
    await expect(stranger.page.get_by_text(stranger.say("web-club-join-spent"))).to_be_visible()

    await open_part(ada, "box")
    form = ada.page.get_by_role("form", name=ada.say("web-club-book"))
    await form.get_by_label(ada.say("web-club-member")).select_option("Ben")
    await form.get_by_label(ada.say("web-club-reason")).fill("late")
    await form.get_by_label(ada.say("web-club-amount")).fill("1,234")
    await form.get_by_role("button", name=ada.say("web-club-book-fine")).click()
    await expect(form.get_by_role("alert")).to_have_text(ada.say("web-club-amount-wrong", example="1.50"))
    await form.get_by_label(ada.say("web-club-amount")).fill("1.50")
    await form.get_by_role("button", name=ada.say("web-club-book-fine")).click()
    await expect(ada.page.get_by_role("row", name="Ben").get_by_text("€1.50")).to_be_visible()

    await open_part(ben, "box")
    await expect(ben.page.get_by_text(ben.say("web-club-you-owe", amount="1,50\u00a0€"))).to_be_visible()
    await expect(ben.page.get_by_role("form", name=ben.say("web-club-book"))).to_be_hidden()  # a member may not book
    await form.get_by_text(ada.say("web-club-kind-payment"), exact=True).click()
    await form.get_by_label(ada.say("web-club-member")).select_option("Ada")
    await form.get_by_label(ada.say("web-club-member")).select_option("Ben")
    await expect(form.get_by_label(ada.say("web-club-amount"))).to_have_value("1.50")  # all that is owed
    await form.get_by_role("button", name=ada.say("web-club-book-payment")).click()
    await expect(ada.page.get_by_role("row", name="Ben").get_by_text("€0.00")).to_be_visible()
    await ada.button("web-club-reverse-number", number=1).click()
    await ada.button("web-club-reverse-sure").click()
    await expect(ada.page.get_by_text(ada.say("web-club-reverses", number=1))).to_be_visible()
    await ben.page.reload()
    await expect(ben.page.get_by_text(ben.say("web-club-you-paid-ahead", amount="1,50\u00a0€"))).to_be_visible()

    await open_part(ada, "luck")
    await open_part(ada, "settings")
    await open_part(ada, "evenings")
    await ada.page.get_by_role("listitem").get_by_role("link").click()
    await expect(ada.page.get_by_role("link", name=ada.say("web-history-replay"))).to_be_visible()
    assert await violations(ada) == []
    await ada.button("web-club-share-evening").click()
    picture = ada.page.get_by_role("dialog").get_by_role("img")
    await expect(picture).to_have_accessible_name(re.compile(r"(Ada|Ben) wins the evening.*(Ada|Ben) 1"))
    assert await ada.page.evaluate(PAINTED) > 100  # colours
    assert await csp_violations(ada) == []
