"""Nothing on the page reveals dice before they lie: every animation frame is compared with a twin of other dice."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser
from trials.spoilers.page import StagePage
from trials.spoilers.play import play
from trials.spoilers.recording import Recording, record

PLANTED = """
const parse = JSON.parse
JSON.parse = (...given) => {
  const message = parse(...given)
  if (message?.m === 'steps') document.body.dataset.received = JSON.stringify(message.steps.at(-1).e)
  return message
}
"""
"""A page with an attribute that says what it has received."""


def lifts(recording: Recording) -> bool:
    """Whether there is an event that throws dice and lifts a cup."""
    return any(len(moment.twins) > 1 for moment in recording.moments)


@pytest.mark.parametrize(
    ("game", "seed", "own", "events"),
    [("zocknroll", 1, 0, 10), ("zock", 1, 0, 8), ("schocken", 3, 0, 10)],
    ids=["zocknroll", "zock", "schocken"],
)
async def test_no_frame_reveals_dice_before_they_lie(
    chromium: Browser, game: str, seed: int, own: int | None, events: int
) -> None:
    recording = record(game, seed, own, events)
    assert lifts(recording) or game == "zock", "the recording has no cup that is lifted"
    report = await play(chromium, recording)
    assert report.sampled > 0
    assert report.unclear == 0
    assert report.examples == {}


async def test_a_page_that_tells_too_early_is_caught(chromium: Browser) -> None:
    report = await play(chromium, record("zock", 1, 0, 1), planted=PLANTED)
    assert report.places["page"] > 0


@pytest.mark.parametrize(("game", "events"), [("zocknroll", 3), ("zock", 2), ("schocken", 2)])
async def test_reduced_motion_keeps_the_order_of_beats_and_moves_no_die(
    chromium: Browser, game: str, events: int
) -> None:
    recording = record(game, 1, 0, events)
    moving, still = [await StagePage.open(chromium, recording, still=still) for still in (False, True)]
    order = list[str]()
    for moment in recording.moments:
        await moving.play(moment.message, moment.choices)
        shown = await still.play(moment.message, moment.choices)
        assert await still.beats() == await moving.beats()
        assert not any(frame.flying for frame in shown.frames)
        order += await still.beats()
    assert {"fly", "lie"} <= set(order)
    await moving.close()
    await still.close()
