"""The table: the state of the game, what happens now, and the choices."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static

from ...rules.dice import parse_dice
from ...rules.errors import BadDice
from ...rules.game import Event
from ...telling.choices import Choice, choices, free_cover, free_fields
from ...telling.phrase import render
from ..look import mark
from ..match import Auto, Choosing, Finished, Happened, Match, Starting, Typing, continue_key
from ..saves import Autosave
from ..sentences import example_dice, game_log, names_of, now, stage, starters
from ..settings import Settings
from ..tables import DrawContext, draw
from .base import BaseScreen, KeyLine
from .hand_over import HandOverScreen
from .pages import LogScreen, RulesScreen
from .result import ResultScreen
from .widgets import DiceInput, Latest, Menu

CHOICE_LINES: Final = {"zocknroll": 5, "zock": 5, "schocken": 8}
"""Lines that the choices of a game usually need."""
FEWEST_CHOICES: Final = 3
FRAME: Final = 3
"""Lines of the title, the line about what happens now, and the keys."""
FAST: Final = 0.1
LOOK_AGAIN: Final = 0.1
"""Seconds between two checks whether the bots are ready."""


class TableScreen(BaseScreen):
    """Plays one game; it is saved after every event."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Priority, so that letters keep their meaning while dice are typed in.
        Binding("u", "take_back", show=False, priority=True),
        Binding("question_mark,f1", "rules", show=False, priority=True),
        Binding("l", "log", show=False, priority=True),
        Binding("f", "speed", show=False, priority=True),
        Binding("h", "hints", show=False, priority=True),
        Binding("space", "skip", show=False),
        Binding("escape", "leave", show=False),
        # The choices have the focus, so the table would never get these keys.
        Binding("pagedown", "leaf(1)", show=False, priority=True),
        Binding("pageup", "leaf(-1)", show=False, priority=True),
        *(Binding(str(digit), f"pick({digit})", show=False) for digit in range(10)),
    ]

    def __init__(self, match: Match, path: Path) -> None:
        super().__init__()
        self.match = match
        self._save = Autosave(path)
        self._lines: list[str] = []
        self._picked: tuple[int, ...] = ()
        self._timer: Timer | None = None
        self._followed: int | None = None
        self._warned = False
        self._overflows = False

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="body"):
            with Vertical(id="left"):
                with VerticalScroll(id="felt", can_focus=False):
                    yield Static(id="table")
                yield Latest(id="last")
                yield Static(id="now", markup=False)
                yield Menu(id="choices")
                yield DiceInput(id="typing")
            with VerticalScroll(id="side"):
                yield Static(id="log")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._lines = game_log(self.say, self._names, self.match.session)
        if not self.match.ready:
            self.run_worker(self.match.get_ready, thread=True)

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.proceed)

    def on_resize(self) -> None:
        self.redraw()

    def on_unmount(self) -> None:
        self._stop()

    def renew(self) -> None:
        self._lines = game_log(self.say, self._names, self.match.session)
        self.redraw()
        self._ask()

    def proceed(self) -> None:
        """Show what is due, and go on if no person has to act.

        The game pauses while another screen is open.
        """
        self._stop()
        if not self.on_top:
            return
        self._picked = ()
        self.query_one("#typing", Input).clear()
        self.redraw()
        self._ask()
        handed_to = self.match.hand_over
        match self.match.due:
            case _ if handed_to is not None:
                self._hand_over(handed_to)
            case Finished():
                self._keep()
                self.app.switch_screen(ResultScreen(self.match))
            case Auto() if continue_key(self.match) is None:
                self._go_on()

    @property
    def _names(self) -> tuple[str, ...]:
        return names_of(self.say, self.match)

    def _ask(self) -> None:
        """Offer what can be chosen or typed in now."""
        due = self.match.due
        self.query_one("#typing").display = isinstance(due, Typing)
        self.query_one("#choices").display = not isinstance(due, Typing)
        match due:
            case _ if self.match.hand_over is not None:
                self._offer([])
            case Choosing():
                self._show_choices(due)
            case Starting():
                self._offer([(label, "") for label in starters(self.say, self._names)])
            case Typing(count=count):
                typing = self.query_one("#typing", Input)
                typing.placeholder = example_dice(count)
                typing.focus()
            case _:
                self._offer_to_go_on()

    def _offer_to_go_on(self) -> None:
        word = continue_key(self.match)
        means = "ui-means-throw" if word == "ui-throw" else "ui-means-next"
        self._offer([(self.say(word), self.say(means))] if word else [])

    def _go_on(self) -> None:
        if self.knobel.settings.pause:
            self._timer = self.set_timer(self.knobel.settings.pause, self._by_itself)
        else:
            self.call_later(self._by_itself)

    def _by_itself(self) -> None:
        if not (self.on_top and isinstance(self.match.due, Auto) and continue_key(self.match) is None):
            return
        if self.match.ready:
            self._happened(self.match.advance())
        else:
            self.query_one("#now", Static).update(f" ▸ {self.say('ui-bots-get-ready')}")
            self._timer = self.set_timer(LOOK_AGAIN, self._by_itself)

    def _hand_over(self, seat: int) -> None:
        def ready() -> None:
            self.match.sit_down(seat)

        session = self.match.session
        handed = HandOverScreen(session.players[seat], session.game.name, ready, self._take_back, self.may_leave)
        self.app.push_screen(handed)

    def _happened(self, happened: Happened | None) -> None:
        if happened is not None:
            self._keep()
            self._lines += game_log(self.say, self._names, self.match.session, len(self.match.session.events) - 1)
        self.proceed()

    def _show_choices(self, choosing: Choosing) -> None:
        if free_fields(self.match.view) is not None:
            self._show_fields()
            return
        self._offer([self._worded(choice) for choice in choices(self._names, self.match.view, choosing.moves)])

    def _worded(self, choice: Choice) -> tuple[str, str]:
        meaning = render(self.say, choice.meaning) if self.knobel.settings.hints else ""
        return render(self.say, choice.label), meaning

    def _show_fields(self) -> None:
        """The cover as it is picked so far, and below it all open fields to pick by their digit or their flap (K9)."""
        cover = self._free_cover()
        fields = free_fields(self.match.view) or ()
        boxes = "  ".join(f"{'☑' if field in self._picked else '☐'} {field}" for field in fields)
        note = self.say("ui-pick-fields", fields=boxes)
        self.query_one(Menu).offer([self._worded(cover)], ["⏎"], note)

    def _free_cover(self) -> Choice:
        return free_cover(self._names, self.match.view, self._picked)

    def _offer(self, offered: list[tuple[str, str]]) -> None:
        self.query_one(Menu).offer(offered)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._select(event.option_index)

    def action_pick(self, digit: int) -> None:
        """A digit chooses; where fields are picked it is the field."""
        fields = free_fields(self.match.view) if isinstance(self.match.due, Choosing) else None
        if fields is not None:
            if digit in fields:
                self._toggle(digit)
        elif 1 <= digit <= self.query_one(Menu).option_count:
            self._select(digit - 1)

    def _select(self, index: int) -> None:
        self.app.clear_notifications()
        match self.match.due:
            case Auto() if continue_key(self.match):
                self._happened(self.match.advance())
            case Starting(events=events):
                self._happened(self.match.begin(events[index - 1]) if index else self.match.advance())
            case Choosing() as choosing:
                free = free_fields(self.match.view) is not None
                self._choose(self._free_cover().move if free else choosing.moves[index])

    def _toggle(self, field: int) -> None:
        changed = set(self._picked) ^ {field}
        self._picked = tuple(sorted(changed))
        self.redraw()
        self._show_fields()

    def _choose(self, move: Event) -> None:
        self._happened(self.match.choose(move))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        due = self.match.due
        if not isinstance(due, Typing):
            return
        try:
            dice = parse_dice(event.value, due.count)
        except BadDice:
            self._warn(self.say("ui-bad-dice", count=due.count, example=example_dice(due.count)))
            return
        self.app.clear_notifications()
        self._happened(self.match.read(dice))

    def redraw(self) -> None:
        """Draw the table, the log and the lines around them, as far as they are visible to the viewer."""
        match, names, say = self.match, self._names, self.say
        view, due = match.view, match.due
        acting = getattr(due, "seat", getattr(due, "owner", None))
        wide = self.has_class("-wide")
        width = self.size.width - (self.query_one("#side").outer_size.width if wide else 0) - 2
        picked = self._picked if isinstance(due, Choosing) and free_fields(view) is not None else None
        table = draw(view, DrawContext(say, self.colours, names, width, acting, picked))
        self.query_one("#table", Static).update(table)
        self.query_one("#title", Static).update(f" {say('game-' + match.session.game.name)} · {stage(say, view)}")
        self.query_one("#now", Static).update(f" ▸ {now(say, names, view, due)}")
        self._fit(table)
        self._follow(table, acting)
        self._show_log()
        self._show_keys()

    def _fit(self, table: Text) -> None:
        """Give the choices a height that stays the same during the game."""
        wide, usual = self.has_class("-wide"), CHOICE_LINES[self.match.session.game.name]
        room = self.size.height - FRAME
        left = room - len(table.split())
        lines = max(FEWEST_CHOICES, min(usual, left - 1)) if left < 2 * usual else usual + 2
        for name in ("#choices", "#typing"):
            self.query_one(name).styles.height = lines
        self.query_one("#felt").styles.max_height = None if wide else room - lines
        self._overflows = room - lines < len(table.split())
        self.query_one("#last").display = not wide and left > lines

    def _follow(self, table: Text, acting: int | None) -> None:
        """Scroll a table that is too long to the player who acts."""
        if acting in (None, self._followed):
            return
        self._followed = acting
        felt = self.query_one("#felt", VerticalScroll)
        row = next((row for row, line in enumerate(table.split()) if line.plain.startswith(mark(True))), 0)
        self.call_after_refresh(lambda: felt.scroll_to(y=row - felt.size.height + 2, animate=False))

    def _show_log(self) -> None:
        self.query_one(Latest).show(self._lines)
        title = Text(f"{self.say('ui-log')}\n\n", "bold")
        self.query_one("#log", Static).update(title.append("\n".join(self._lines), "not bold"))
        self.query_one("#side", VerticalScroll).scroll_end(animate=False)

    def _show_keys(self) -> None:
        speed = "ui-key-slow" if self.knobel.settings.pause == FAST else "ui-key-speed"
        keys = [("U", "ui-key-take-back", "screen.take_back")] if self.match.by_people else []
        keys.append(("?", "ui-key-rules", "screen.rules"))
        home, pages = (
            ("Esc", "ui-key-home", "screen.leave"),
            (self.say("ui-keys-pages"), "ui-key-scroll", "screen.leaf(1)"),
        )
        hints = "ui-key-no-hints" if self.knobel.settings.hints else "ui-key-hints"
        others = [("L", "ui-key-log", "screen.log"), ("F", speed, "screen.speed")]
        keys += [pages, home, *others] if self._overflows else [*others, home]
        keys.append(("H", hints, "screen.hints"))
        keys.append(("F2", "ui-key-language", "app.language"))
        self.query_one(KeyLine).show([(key, self.say(word), action) for key, word, action in keys])

    def _take_back(self) -> bool:
        if not self.match.take_back():
            self._warn(self.say(self.match.refusal))
            return False
        self._keep()
        self._lines = game_log(self.say, self._names, self.match.session)
        return True

    def action_take_back(self) -> None:
        if self.match.by_people and self._take_back():
            self.proceed()

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.match.session.game.name))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.match))

    def action_speed(self) -> None:
        """Let the bots move faster, or at the usual speed again."""
        pause = Settings().pause if self.knobel.settings.pause == FAST else FAST
        self.knobel.remember(replace(self.knobel.settings, pause=pause))
        self._show_keys()
        self.action_skip()

    def action_hints(self) -> None:
        """Show or hide what each choice leads to."""
        hints = not self.knobel.settings.hints
        self.knobel.remember(replace(self.knobel.settings, hints=hints))
        self.tell(self.say("ui-hints-on" if hints else "ui-hints-off"))
        self._ask()
        self._show_keys()

    def action_skip(self) -> None:
        """Do not wait for the bot that is thinking."""
        if self._timer is not None:
            self._stop()
            self._by_itself()

    def action_leaf(self, pages: int) -> None:
        """Scroll to what did not fit."""
        felt = self.query_one("#felt", VerticalScroll)
        felt.scroll_relative(y=pages * (felt.size.height - 1), animate=False)

    def action_leave(self) -> None:
        """Back home; the game is saved."""
        if self.may_leave():
            self.app.pop_screen()

    def may_leave(self) -> bool:
        """Whether the game can be left now; if it cannot be saved, the second request leaves it unsaved."""
        self._keep()
        if self._save.failed and not self._warned:
            self._warned = True
            self._warn(self.say("ui-leave-unsaved", folder=str(self._save.path.parent)))
            return False
        self._stop()
        return True

    def _keep(self) -> None:
        if not self._save.keep(self.match):
            self._warn(self.say("ui-cannot-save", folder=str(self._save.path.parent)))

    def _warn(self, sentence: str) -> None:
        self.tell(sentence, "warning")

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
