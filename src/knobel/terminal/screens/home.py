"""The home screen: start a game, continue a saved one, read the rules."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...rules import GAMES
from ..look import beside, die, stacked
from ..saves import BadSave, latest, load, playable, saved, saved_at, saves_folder
from ..sentences import stage
from .base import BaseScreen, KeyLine
from .pages import RulesScreen
from .setup import SetupScreen


class HomeScreen(BaseScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "rules", show=False),
        Binding("delete", "delete", show=False),
        Binding("q,escape", "app.quit", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._resumed: dict[str, str] = {}
        self._all = False
        self._condemned: str | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="home"):
            yield Static(id="banner")
            yield Static(id="subtitle", markup=False)
            yield OptionList(id="menu", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._fill()

    def on_screen_resume(self) -> None:
        self._fill()

    def renew(self) -> None:
        self._fill()

    def _fill(self) -> None:
        banner = beside([die(face, self.colours) for face in (1, 2, 3)], 3)
        self.query_one("#banner", Static).update(stacked(banner))
        self.query_one("#subtitle", Static).update(f"knobel · {self.say('ui-home-title')}")
        menu = self.query_one("#menu", OptionList)
        highlighted = menu.highlighted or 0
        menu.clear_options()
        menu.add_options(self._games() + self._resumable() + self._others())
        menu.highlighted = min(highlighted, menu.option_count - 1)
        menu.focus()
        keys = [("?", "ui-key-rules", "screen.rules"), ("Q", "ui-home-quit", "app.quit")]
        keys += [("F2", "ui-key-language", "app.language"), ("F3", "ui-key-theme", "app.theme")]
        if saved():
            keys.insert(1, (self.say("ui-keys-delete"), "ui-key-delete", "screen.delete"))
        self.query_one(KeyLine).show([(key, self.say(word), action) for key, word, action in keys])

    def _games(self) -> list[Option]:
        named = {game: self.say("ui-home-play", game=self.say("game-" + game)) for game in GAMES}
        return [self._option(f"play-{game}", label, f"game-{game}-tagline") for game, label in named.items()]

    def _resumable(self) -> list[Option]:
        """The saved games, the latest first; all of them once "more" was chosen."""
        options = []
        offered = list(playable()) if self._all else latest()
        self._resumed = {f"resume-{path.name}": match.session.game.name for path, match in offered}
        for path, match in offered:
            session = match.session
            label = self.say("ui-home-resume", game=self.say("game-" + session.game.name))
            where, players = stage(self.say, session.state), ", ".join(session.players)
            told = self.say("ui-home-events", stage=where, players=players)
            options.append(
                Option(self._prompt(f"{label} · {saved_at(self.say, path)}", told), id=f"resume-{path.name}")
            )
        more = len(saved()) - len(offered)
        if more > 0 and not self._all:
            prompt = self._prompt(self.say("ui-home-more", count=more), self.say("ui-home-more-help"))
            options.append(Option(prompt, id="more"))
        return options

    def _others(self) -> list[Option]:
        return [
            self._option(name, self.say(f"ui-home-{name}"), f"ui-home-{name}-help")
            for name in ("rules", "language", "theme", "quit")
        ]

    def _option(self, key: str, label: str, help_key: str) -> Option:
        return Option(self._prompt(label, self.say(help_key)), id=key)

    def _prompt(self, label: str, told: str) -> Text:
        return Text(f"{label}\n", "bold").append(told, "not bold")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        what, _, which = (event.option_id or "").partition("-")
        match what:
            case "play":
                self.app.push_screen(SetupScreen(which))
            case "resume":
                self._resume(which)
            case "more":
                self._all = True
                self._fill()
            case "rules":
                self.action_rules()
            case "language":
                self.knobel.action_language()
            case "theme":
                self.knobel.action_theme()
            case "quit":
                self.app.exit()

    def _resume(self, name: str) -> None:
        path = saves_folder() / name
        try:
            self.knobel.play(load(path), path)
        except BadSave:
            self.tell(self.say("ui-save-damaged", file=str(path)), "error")
            self._fill()

    def action_rules(self) -> None:
        """The rules of the game that is highlighted, saved or not."""
        what, _, game = self._highlighted.partition("-")
        game = self._resumed.get(self._highlighted, game if what == "play" else "")
        self.app.push_screen(RulesScreen(game or next(iter(GAMES))))

    @property
    def _highlighted(self) -> str:
        menu = self.query_one("#menu", OptionList)
        return "" if menu.highlighted is None else menu.get_option_at_index(menu.highlighted).id or ""

    def action_delete(self) -> None:
        """Delete the saved game that is highlighted, when asked twice."""
        what, _, which = self._highlighted.partition("-")
        if what != "resume":
            return
        if self._condemned != which:
            self._condemned = which
            self.tell(self.say("ui-delete-again", again=self.say("ui-keys-delete")), "warning")
            return
        try:
            (saves_folder() / which).unlink(missing_ok=True)
            self.tell(self.say("ui-saved-deleted"))
        except OSError:
            self.tell(self.say("ui-cannot-delete", file=which), "error")
        self._condemned = None
        self._fill()

    def on_option_list_option_highlighted(self) -> None:
        self._condemned = None
