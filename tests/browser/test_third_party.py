"""Third-party bots that the operator names: a level like any other, and a turn that they lose is told."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import ViewportSize, expect

from ..server_process import ServerProcess
from .browsers import WIDE
from .conftest import Invite
from .room import at_rest, boxes

SMALL: Final = ViewportSize(width=360, height=640)
REPOSITORY: Final = Path(__file__).parents[2]


async def test_a_third_party_bot_is_chosen_by_its_name_and_replaced_in_a_lost_turn(
    invite: Invite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot hangs, so Casual moves in its turns; a time limit shorter than the default keeps the test short."""
    monkeypatch.setenv("PYTHONPATH", f"{REPOSITORY / 'src'}{os.pathsep}{REPOSITORY}")
    monkeypatch.setenv("KNOBEL_LIMITS_THIRD_PARTY_TIMEOUT", "1s")
    bot = "stubborn=tests.bots.third_party_bots:hangs"
    with ServerProcess(tmp_path / "data", "--rate", "0", "--third-party-bot", bot) as server:
        ada = await invite("en", base=server.base, size=SMALL, log=True)
        await ada.visit("/new/zock")
        await ada.set_up("zock", bots=1, options={"games": "1"})
        level = ada.page.get_by_label(ada.say("web-new-bot", number=1), exact=True)
        await level.select_option("stubborn")
        await expect(ada.page.get_by_text(ada.say("bot-third-party-help"))).to_be_visible()
        await at_rest(ada.page)
        chosen, *_ = await boxes(ada.page, "select")
        assert chosen.x >= 0
        assert chosen.x + chosen.width <= SMALL["width"]
        assert not chosen.cut
        await ada.button("web-new-start").click()
        lost = ada.say("table-lost-turn", bot="stubborn", level="Casual")
        await ada.page.set_viewport_size(WIDE)
        await ada.play(2)
        await expect(ada.page.get_by_role("listitem").filter(has_text=lost).first).to_be_visible()
