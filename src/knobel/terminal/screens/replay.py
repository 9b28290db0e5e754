"""The replay of a finished game, step by step."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from ..match import Match
from ..sentences import log_lines, names_of, stage
from ..tables import DrawContext, draw
from .base import BaseScreen, KeyLine

JUMP: Final = 10


class ReplayScreen(BaseScreen):
    """Replays a finished game with all dice visible."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n", "step(1)", show=False),
        Binding("left,p", "step(-1)", show=False),
        Binding("pagedown", f"step({JUMP})", show=False),
        Binding("pageup", f"step(-{JUMP})", show=False),
        Binding("home", "step(-1000000)", show=False),
        Binding("end", "step(1000000)", show=False),
        Binding("escape,q", "app.pop_screen", show=False),
    ]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.session = match.session
        self.at = 0

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(id="felt", can_focus=False):
            yield Static(id="table")
        yield Static(id="told", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.renew()

    def on_resize(self) -> None:
        self.renew()

    def renew(self) -> None:
        session, say, at = self.session, self.say, self.at
        names, state = names_of(say, self.match), session.state_at(at)
        place = say("ui-replay-place", event=at, events=len(session.events))
        self.query_one("#title", Static).update(f" {place} · {stage(say, state)}")
        self.query_one("#table", Static).update(
            draw(state, DrawContext(say, self.colours, names, self.size.width - 2, self._acting()))
        )
        before = session.state_at(at - 1) if at else state
        told = log_lines(say, names, before, session.events[at - 1], state) if at else [say("ui-stage-start")]
        self.query_one("#told", Static).update("\n".join(f" {line}" for line in told))
        pages, ends = say("ui-keys-pages"), say("ui-keys-ends")
        keys = [("←→", "ui-key-step", "screen.step(1)"), (pages, "ui-key-jump", f"screen.step({JUMP})")]
        keys += [(ends, "ui-key-ends", "screen.step(-1000000)"), ("Esc", "ui-key-back", "app.pop_screen")]
        self.query_one(KeyLine).show([(key, say(word), action) for key, word, action in keys])

    def _acting(self) -> int | None:
        return getattr(self.session.events[self.at - 1], "seat", None) if self.at else None

    def action_step(self, count: int) -> None:
        self.at = min(max(self.at + count, 0), len(self.session.events))
        self.renew()
