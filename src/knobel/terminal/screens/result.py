"""The result of a game, where its record is, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.columns import Columns
from rich.console import Group
from rich.padding import Padding
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.widgets import OptionList, Static

from ...rules.errors import KnobelError
from ...rules.session import Session
from ...telling.refusals import error_text
from ..match import Match
from ..saves import export, new_path
from ..sentences import game_log, names_of, standings
from ..tables import DrawContext, draw
from .base import BaseScreen, KeyLine
from .pages import CoachScreen
from .replay import ReplayScreen
from .widgets import Menu

ENTRIES = ("replay", "again", "coach", "home")


class ResultScreen(BaseScreen):
    """Who won, the final table, the file of the record, and a menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("c", "coach", show=False),
        # The menu has the focus, so the table would never get these keys.
        Binding("pagedown", "leaf(1)", show=False, priority=True),
        Binding("pageup", "leaf(-1)", show=False, priority=True),
        *(Binding(str(number), f"pick({number - 1})", show=False) for number in range(1, len(ENTRIES) + 1)),
    ]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(id="felt", can_focus=False):
            yield Static(id="outcome")
            yield Static(id="record", markup=False)
            with Center():
                yield Static(id="table")
        yield Menu(id="choices")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        try:
            self.knobel.record = export(self.match)
        except KnobelError as error:
            self.tell(error_text(self.say, error), "warning")
        self.renew()

    def on_resize(self) -> None:
        self.renew()

    def renew(self) -> None:
        session, say = self.match.session, self.say
        names = names_of(say, self.match)
        self.query_one("#title", Static).update(f" {say('game-' + session.game.name)} · {say('ui-result')}")
        self.query_one("#outcome", Static).update(self._outcome(names, session))
        context = DrawContext(say, self.colours, names, self.size.width - 2)
        self.query_one("#table", Static).update(draw(session.state, context))
        self.query_one(Menu).offer([(say(f"ui-result-{entry}"), say(f"ui-result-{entry}-help")) for entry in ENTRIES])
        record = self.knobel.record
        self.query_one("#record", Static).update("" if record is None else f" {say('ui-record', file=str(record))}")
        self.query_one("#choices").styles.height = len(ENTRIES)
        keys = [
            ("C", say("ui-key-coach"), "screen.coach"),
            ("Esc", say("ui-key-home"), "app.pop_screen"),
            (say("ui-keys-pages"), say("ui-key-scroll"), "screen.leaf(1)"),
        ]
        self.query_one(KeyLine).show(keys)

    def _outcome(self, names: Sequence[str], session: Session) -> Group:
        """The last line of the log, and the place of each player."""
        told = Text(game_log(self.say, names, session, len(session.events) - 1)[-1], "bold")
        places = Columns(map(Text, standings(self.say, names, session)), padding=(0, 3))
        return Group(Padding(told, (0, 1)), Padding(places, (0, 1)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_pick(event.option_index)

    def action_pick(self, index: int) -> None:
        match ENTRIES[index]:
            case "replay":
                self.app.push_screen(ReplayScreen(self.match))
            case "again":
                self._again()
            case "coach":
                self.action_coach()
            case "home":
                self.app.pop_screen()

    def action_leaf(self, pages: int) -> None:
        """Scroll to what did not fit."""
        felt = self.query_one("#felt", VerticalScroll)
        felt.scroll_relative(y=pages * felt.size.height, animate=False)

    def _again(self) -> None:
        old = self.match
        session = Session(old.session.game, old.session.players, old.session.options)
        # Seeded dice are repeatable: the next game gets the next seed.
        self.app.pop_screen()
        self.knobel.play(Match(session, old.seats, old.dice, old.seed + 1), new_path(session.game.name))

    def action_coach(self) -> None:
        """What each decision cost, and how much was luck."""
        if self.knobel.coach is not None:
            self.app.push_screen(CoachScreen(self.match.session, self.knobel.coach))
