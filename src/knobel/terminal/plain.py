"""The plain mode, for pipes and screen readers: line by line, without colours or cursor movement."""

from __future__ import annotations

from pathlib import Path
from shutil import get_terminal_size
from typing import Final, TextIO

from ..rules import GAMES
from ..rules.dice import parse_dice
from ..rules.errors import BadDice
from ..telling.choices import Choice, choices, free_cover, free_fields
from ..telling.phrase import render
from ..words import Words
from ..words.rulebook import page_with_summary, plain_page
from .match import Auto, Choosing, Finished, Happened, Match, Starting, Typing
from .saves import Autosave, playable, saved_at
from .sentences import example_dice, log_lines, names_of, now, stage, starters, table_in_words

SCREENFUL: Final = 50
"""Empty lines that scroll private dice off the screen before the next person looks."""

PAGE_WIDTH: Final = 100


class Left(Exception):
    """The player has quit, or the input has ended."""


class Plain:
    """One game on a stream of lines."""

    def __init__(
        self, say: Words, match: Match, path: Path, reading: TextIO, writing: TextIO, hints: bool = True
    ) -> None:
        self.say = say
        self.match = match
        self._save = Autosave(path)
        self.interrupted = False
        self._in = reading
        self._out = writing
        self._hints = hints
        self._secret = False  # whether private dice are on the screen above the prompt

    def run(self) -> bool:
        """Play to the end; False if it was left before, saved."""
        game = self.match.session.game.name
        self._print(self.say("ui-plain-welcome", game=self.say("game-" + game)))
        try:
            if not self.match.ready:
                self._print(self.say("ui-bots-get-ready"))
                self.match.get_ready()
            while not isinstance(self.match.due, Finished):
                self._step()
        except (Left, KeyboardInterrupt) as left:
            self.interrupted = isinstance(left, KeyboardInterrupt)
            self._push_away()
            self._keep()
            self._print("", self.say("ui-left" if self._save.failed else "ui-saved-and-left"))
            return False
        self._print("", *self._table(None))
        return True

    def _step(self) -> None:
        handed_to = self.match.hand_over
        if handed_to is not None:
            if not self._handed(handed_to):
                return
            self.match.sit_down(handed_to)
            self._secret = True
        match self.match.due:
            case Auto():
                self._tell(self.match.advance())
            case Typing() as typing:
                self._type(typing)
            case Choosing() as choosing:
                self._choose(choosing)
            case Starting() as starting:
                self._begin(starting)
        if self.match.viewer is None:
            self._push_away()

    def _handed(self, seat: int) -> bool:
        """Wait for an empty line from this person; False if the game was changed or left instead."""
        while True:
            answer = self._ask(self.say("ui-plain-hand-over", name=self._names[seat]), None)
            if not answer:
                return answer is not None

    def _push_away(self) -> None:
        """Scroll private dice off the screen before anything public is printed."""
        if self._secret:
            self._print(*("",) * SCREENFUL)
            self._secret = False

    def _choose(self, choosing: Choosing) -> None:
        view = self.match.session.game.view(self.match.session.state, choosing.seat)
        self._print("", f"{stage(self.say, view)}. {now(self.say, self._names, view, choosing)}")
        self._print(*self._table(choosing.seat, whole=False))
        fields = free_fields(view)
        chosen = self._pick(choosing) if fields is None else self._pick_fields(fields, choosing.seat)
        if chosen is not None:
            self._tell(self.match.choose(chosen.move))

    def _pick(self, choosing: Choosing) -> Choice | None:
        """One of the choices by its number; None after a command that changed the game."""
        view = self.match.session.game.view(self.match.session.state, choosing.seat)
        offered = choices(self._names, view, choosing.moves)
        told = [self._told(each) for each in offered]
        index = self._number(told, choosing.seat)
        return None if index is None else offered[index]

    def _told(self, choice: Choice) -> str:
        label = render(self.say, choice.label)
        return f"{label}: {render(self.say, choice.meaning)}" if self._hints else label

    def _begin(self, starting: Starting) -> None:
        """Ask who begins: by lot, or a player."""
        self._print("", now(self.say, self._names, self.match.view, starting))
        index = self._number(starters(self.say, self._names), None)
        if index is not None:
            self._tell(self.match.begin(starting.events[index - 1]) if index else self.match.advance())

    def _number(self, offered: list[str], seat: int | None) -> int | None:
        """The index of what is picked by its number; None after a command that changed the game."""
        for number, line in enumerate(offered, 1):
            self._print(f"  {number}  {line}")
        while True:
            answer = self._ask(self.say("ui-plain-choose", count=len(offered)), seat)
            if answer is None:
                return None
            if answer in map(str, range(1, len(offered) + 1)):
                return int(answer) - 1
            if not answer and len(offered) == 1:
                return 0
            self._print(self.say("ui-plain-not-understood", count=len(offered)))

    def _pick_fields(self, fields: tuple[int, ...], seat: int) -> Choice | None:
        """Any open fields or none, where the players are the referees (K9)."""
        view = self.match.session.state
        while True:
            answer = self._ask(self.say("ui-plain-fields"), seat)
            if answer is None:
                return None
            marks = [mark for mark in answer if not mark.isspace() and mark not in ",;-+"]
            wanted = {field for field in fields if str(field) in marks}
            if marks == ["0"]:
                return free_cover(self._names, view, ())
            if marks and len(wanted) == len(marks):
                return free_cover(self._names, view, tuple(wanted))
            self._print(self.say("ui-plain-not-fields", fields=" ".join(map(str, fields))))

    def _type(self, typing: Typing) -> None:
        self._print(now(self.say, self._names, self.match.view, typing))
        while True:
            answer = self._ask(self.say("ui-plain-dice"), None)
            if answer is None:
                return
            try:
                dice = parse_dice(answer, typing.count)
            except BadDice:
                self._print(self.say("ui-bad-dice", count=typing.count, example=example_dice(typing.count)))
                continue
            self._tell(self.match.read(dice))
            return

    def _ask(self, prompt: str, seat: int | None) -> str | None:
        """What a person types; None after a command that changed the game or what is shown of it."""
        while True:
            self._out.write(f"{prompt} ")
            self._out.flush()
            answer = self._line().strip().lower()
            match answer:
                case "q":
                    raise Left
                case "t":
                    self._print(*self._table(seat))
                case "r":
                    page = page_with_summary(self.match.session.game.name, self.say.language)
                    self._print(plain_page(page, min(get_terminal_size().columns, PAGE_WIDTH)))
                case "h":
                    self._hints = not self._hints
                    self._print(self.say("ui-hints-on" if self._hints else "ui-hints-off"))
                    return None
                case "u":
                    if self.match.take_back():
                        self._push_away()
                        self._keep()
                        self._print(self.say("ui-took-back"))
                        return None
                    self._print(self.say(self.match.refusal))
                case _:
                    return answer

    def _line(self) -> str:
        line = self._in.readline()
        if not line:
            raise Left
        if not self._in.isatty():  # a terminal echoes the line, a pipe does not
            self._print(line.rstrip("\n"))
        return line

    def _tell(self, happened: Happened | None) -> None:
        if self.match.viewer is None:
            self._push_away()
        if happened is not None:
            self._keep()
            self._print(*log_lines(self.say, self._names, happened.before, happened.event, happened.after))

    def _keep(self) -> None:
        if not self._save.keep(self.match):
            self._print(self.say("ui-cannot-save", folder=str(self._save.path.parent)))

    def _table(self, seat: int | None, whole: bool = True) -> list[str]:
        view = self.match.session.game.view(self.match.session.state, seat)
        return table_in_words(self.say, self._names, view, seat, whole)

    @property
    def _names(self) -> tuple[str, ...]:
        return names_of(self.say, self.match)

    def _print(self, *lines: str) -> None:
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()


def ask_game(say: Words, reading: TextIO, writing: TextIO) -> str | tuple[Path, Match] | None:
    """Which game to play: the name of one, or a saved one; None at the end of the input."""
    resumable = list(playable())
    offered: list[str | tuple[Path, Match]] = [*GAMES, *resumable]
    writing.write(f"{say('ui-plain-game')}\n")
    for number, name in enumerate(GAMES, 1):
        writing.write(f"  {number}  {say('game-' + name)}: {say(f'game-{name}-tagline')}\n")
    for number, (path, match) in enumerate(resumable, len(GAMES) + 1):
        game, players = say("game-" + match.session.game.name), ", ".join(match.session.players)
        resumed = say("ui-plain-resume", game=game, players=players)
        writing.write(f"  {number}  {resumed} ({saved_at(say, path)})\n")
    while True:
        writing.write(f"{say('ui-plain-choose', count=len(offered))} ")
        writing.flush()
        try:
            answer = reading.readline()
        except KeyboardInterrupt:
            answer = ""
        if answer and not reading.isatty():  # a terminal echoes the line, a pipe does not
            writing.write(answer)
        if not answer or answer.strip().lower() == "q":
            writing.write(f"\n{say('ui-left')}\n")
            return None
        if answer.strip() in map(str, range(1, len(offered) + 1)):
            return offered[int(answer) - 1]
        writing.write(f"{say('ui-plain-not-understood', count=len(offered))}\n")
