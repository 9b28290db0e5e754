"""The setup form: seats, dice, and every option of the rules with its explanation."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Label, Select, Static

from ...bots import levels
from ...rules import find_game
from ...rules.errors import BadOptions, KnobelError
from ...rules.game import MOST, OptionSpec, option_specs, read_options
from ...telling.refusals import error_text
from ..match import Match
from ..saves import new_path
from ..setup import (
    DICE,
    LENGTHS,
    LONGEST_NAME,
    LONGEST_NUMBER,
    PERSON,
    USUAL_BOT,
    USUAL_COUNTS,
    DiceFrom,
    Setup,
    dice_from,
    name_seats,
    parse_option,
    usual_seats,
    whole_number,
)
from .base import BaseScreen, KeyLine
from .pages import RulesScreen


class SetupScreen(BaseScreen):
    """A form filled in with the usual settings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", show=False),
        Binding("f1", "rules", show=False),
        Binding("f5", "start", show=False),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = find_game(game)
        self._seats = list(usual_seats(game))
        self._names = [""] * len(self._seats)
        self._preset = ""

    def compose(self) -> ComposeResult:
        title = self.say("ui-setup-title", game=self.say("game-" + self.game.name))
        yield Static(f" {title}", id="title", markup=False)
        with VerticalScroll(id="form"):
            with Vertical(id="people"):
                yield from self._players()
                yield Container(id="seats")
                yield from self._dice()
            with Vertical(id="options"):
                length = LENGTHS.get(self.game.name)
                specs = sorted(option_specs(self.game), key=lambda spec: spec.name != length)
                yield from self._option(specs[0])
                yield from self._presets()
                for spec in specs[1:]:
                    yield from self._option(spec)
        with Horizontal(id="buttons"):
            yield Button(self.say("ui-setup-start"), id="start", variant="primary", compact=True)
            yield Button(self.say("ui-setup-back"), id="back", compact=True)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._show_keys()
        self.query_one("#start", Button).focus()

    def renew(self) -> None:
        self._read_seats()
        self.run_worker(self._compose_anew())

    async def _compose_anew(self) -> None:
        """Rebuild the form in the current language, and keep what was filled in."""
        chosen = {field.id: field.value for field in self.query(Select) if field.id}
        typed = {field.id: field.value for field in self.query(Input) if field.id}
        await self.recompose()
        for name, value in chosen.items():
            self.query_one(f"#{name}", Select).value = value
        for name, text in typed.items():
            self.query_one(f"#{name}", Input).value = text
        self._show_keys()

    def _show_keys(self) -> None:
        keys = [("F5", "ui-setup-start", "screen.start"), ("F1", "ui-key-rules", "screen.rules")]
        keys.append(("Esc", "ui-key-back", "app.pop_screen"))
        self.query_one(KeyLine).show([(key, self.say(word), action) for key, word, action in keys])

    def _players(self) -> ComposeResult:
        with Horizontal(classes="line"):
            yield Label(self.say("ui-setup-players"), markup=False)
            numbers = [(str(number), number) for number in self.game.players]
            yield Select(numbers, value=len(self._seats), allow_blank=False, id="players", compact=True)

    @on(Select.Changed, "#players")
    async def _seat_players(self, event: Select.Changed) -> None:
        """One line per seat; seats that are filled in stay as they are."""
        self._read_seats()
        assert isinstance(event.value, int)
        wanted = event.value
        self._seats = (self._seats + [USUAL_BOT] * wanted)[:wanted]
        self._names = (self._names + [""] * wanted)[:wanted]
        seats = self.query_one("#seats", Container)
        await seats.remove_children()
        await seats.mount(*(self._seat(seat) for seat in range(wanted)))

    def _seat(self, seat: int) -> Horizontal:
        usual = self._usual_names()[seat]
        bots = [(self.say("bot-" + level), level) for level in levels(self.game.name)]
        kinds = [(self.say("ui-setup-person"), PERSON), *bots]
        return Horizontal(
            Label(self.say("ui-setup-seat", number=seat + 1), markup=False),
            Input(self._names[seat], placeholder=usual, max_length=LONGEST_NAME, classes="name", compact=True),
            Select(kinds, value=self._seats[seat], allow_blank=False, classes="kind", compact=True),
            classes="line seat",
        )

    @on(Select.Changed, ".kind")
    def _name_seats(self) -> None:
        """The names shown as placeholders, used for seats without a name."""
        self._read_seats()
        fields = self.query(".name").results(Input)
        for field, usual in zip(fields, self._usual_names(), strict=True):
            field.placeholder = usual

    def _usual_names(self) -> tuple[str, ...]:
        people = [name for name, seat in zip(self._names, self._seats, strict=True) if seat == PERSON]
        bots = [name for name, seat in zip(self._names, self._seats, strict=True) if seat != PERSON]
        return name_seats(self.say, self._seats, [*people, *bots])

    def _read_seats(self) -> None:
        lines = list(self.query(".seat"))
        if lines:
            self._names = [line.query_one(Input).value for line in lines]
            self._seats = [str(line.query_one(Select).value) for line in lines]

    def _dice(self) -> ComposeResult:
        with Horizontal(classes="line"):
            yield Label(self.say("ui-setup-dice"), markup=False)
            kinds = [(self.say(f"ui-setup-dice-{kind}"), kind) for kind in DICE]
            yield Select(kinds, value="system", allow_blank=False, id="dice", compact=True)
        with Horizontal(classes="line", id="seed-line"):
            yield Label(self.say("ui-setup-seed"), markup=False)
            yield Input("1", id="seed", max_length=LONGEST_NUMBER, compact=True)

    @on(Select.Changed, "#dice")
    def _choose_dice(self, event: Select.Changed) -> None:
        self.query_one("#seed-line").display = event.value == "seeded"
        if event.value == "typed":  # bots cannot know real dice (R5)
            for kind in self.query(".kind").results(Select):
                kind.value = PERSON

    def _presets(self) -> ComposeResult:
        if not self.game.presets:
            return
        with Horizontal(classes="line"):
            yield Label(self.say("ui-setup-preset"), markup=False)
            named = [(self.say(f"preset-{self.game.name}-{preset}"), preset) for preset in self.game.presets]
            yield Select(
                [(self.say("ui-setup-preset-none"), ""), *named],
                value=self._preset,
                allow_blank=False,
                id="preset",
                compact=True,
            )
        for preset in self.game.presets:
            yield Static(self.say(f"preset-{self.game.name}-{preset}-help"), classes="help", markup=False)

    @on(Select.Changed, "#preset")
    def _apply_preset(self, event: Select.Changed) -> None:
        if event.value == self._preset:
            return
        self._preset = str(event.value)
        for name, value in self.game.presets.get(str(event.value), {}).items():
            self.query_one(f"#option-{name}", Select).value = value

    @on(Select.Changed)
    def _name_preset(self, event: Select.Changed) -> None:
        """Deselect the preset as soon as one of its options is changed."""
        if not self._preset or not (event.select.id or "").startswith("option-"):
            return
        rules = self.game.presets[self._preset].items()
        if any(self.query_one(f"#option-{name}", Select).value != value for name, value in rules):
            self._preset = ""
            self.query_one("#preset", Select).value = ""

    def _option(self, spec: OptionSpec) -> ComposeResult:
        key = f"{self.game.name}-{spec.name}"
        counts = USUAL_COUNTS.get((self.game.name, spec.name), ())
        with Horizontal(classes="line"):
            yield Label(self.say(f"option-{key}"), markup=False)
            if counts:
                usual = [(self.say(f"count-{key}", count=count), str(count)) for count in counts]
                offered = [*usual, (self.say("web-new-count-other"), "")]
                yield Select(offered, value=str(spec.default), allow_blank=False, id=f"count-{spec.name}", compact=True)
            if spec.choices:
                named = [(self.say(f"choice-{key}-{_word(choice)}"), choice) for choice in spec.choices]
                yield Select(named, value=spec.default, allow_blank=False, id=f"option-{spec.name}", compact=True)
            else:
                default = "" if spec.default is None else str(spec.default)
                hint = self.say("ui-setup-chips") if spec.default is None else default
                yield Input(default, placeholder=hint, id=f"option-{spec.name}", max_length=24, compact=True)
        yield Static(self.say(f"option-{key}-help"), classes="help", markup=False)

    @on(Select.Changed)
    def _count(self, event: Select.Changed) -> None:
        """A usual number fills the field beside it, which is shown for any other."""
        kind, _, name = (event.select.id or "").partition("-")
        if kind != "count":
            return
        field, count = self.query_one(f"#option-{name}", Input), str(event.select.value)  # it may have changed again
        field.display = not count
        if count:
            field.value = count

    def _chosen(self) -> dict[str, object]:
        """The options of the form that differ from their defaults."""
        chosen: dict[str, object] = {}
        for spec in option_specs(self.game):
            field = self.query_one(f"#option-{spec.name}")
            value = field.value if isinstance(field, Select) else self._typed(spec, str(getattr(field, "value", "")))
            if value != spec.default:
                chosen[spec.name] = value
        return chosen

    def _typed(self, spec: OptionSpec, text: str) -> object:
        """The value that was typed in; errors name the field as the form does."""
        try:
            value = parse_option(self.game, spec.name, text.strip())
            read_options(self.game, {spec.name: value})
        except BadOptions:
            if spec.least is None:
                raise BadOptions(self.say("ui-setup-not-chips")) from None
            raise self._no_number(f"option-{self.game.name}-{spec.name}", spec.least, MOST) from None
        return value

    def _no_number(self, field: str, least: int, most: int) -> BadOptions:
        return BadOptions(self.say("ui-setup-not-number", option=self.say(field), least=least, most=most))

    def _setup(self) -> Setup:
        self._read_seats()
        names = self._usual_names()
        kind = dice_from(self.query_one("#dice", Select).value)
        return Setup(self.game.name, names, tuple(self._seats), self._chosen(), kind, self._seed(kind)).checked()

    def _seed(self, kind: DiceFrom) -> int | None:
        if kind != "seeded":
            return None
        seed = whole_number(self.query_one("#seed", Input).value.strip())
        if seed is None:
            raise self._no_number("ui-setup-seed", 0, 10**LONGEST_NUMBER - 1)
        return seed

    def action_start(self) -> None:
        try:
            setup = self._setup()
        except KnobelError as error:
            self.tell(error_text(self.say, error), "warning")
            return
        self.app.pop_screen()
        self.knobel.play(Match.new(setup), new_path(setup.game))

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.game.name))

    @on(Button.Pressed, "#start")
    def _start(self) -> None:
        self.action_start()

    @on(Button.Pressed, "#back")
    def _back(self) -> None:
        self.app.pop_screen()


def _word(choice: object) -> str:
    """The part of the Fluent key for a choice: `true`, `false`, or its own name."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)
