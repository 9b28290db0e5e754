"""Profiles as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ...coach.profile import Fortune, Profile, Share, Strength
from ...telling.phrase import render
from ...words import Words
from .fate import verdict_on
from .numbers import percent
from .page import page, section, table, text
from .plots import bar, fan


def profile_page(say: Words, profiles: Sequence[Profile]) -> str:
    """A whole page about one player or several."""
    title = say("coach-profile-of", names=", ".join(each.name for each in profiles))
    return page(say, title, [f"<h1>{escape(title)}</h1>", *(part for each in profiles for part in _profile(say, each))])


def _profile(say: Words, profile: Profile) -> Iterator[str]:
    yield section(profile.name)
    yield _strengths(say, profile.strengths)
    yield f'<p class="soft">{escape(say("coach-rate-means"))}</p>'
    for strength in profile.strengths:
        yield f"<h3>{escape(say(f'game-{strength.game}'))}</h3>"
        yield _shares(say, "coach-phase", strength.phases, by_rate=True)
        if strength.slips:
            yield _shares(say, "coach-slip", strength.slips, by_rate=False)
    yield from _luck(say, profile.fortune)


def _strengths(say: Words, strengths: Sequence[Strength]) -> str:
    keys = ("game", "games", "adjusted", "decisions", "rate", "inaccuracies", "mistakes", "blunders")
    rows = (
        (
            escape(say(f"game-{each.game}")),
            str(each.games),
            percent(say, each.adjusted),
            str(each.decisions),
            say("coach-number", number=each.rate),
            *(str(each.kinds[kind]) for kind in ("inaccuracy", "mistake", "blunder")),
        )
        for each in strengths
    )
    return table([say(f"coach-{key}") for key in keys], rows, stacked=True)


def _shares(say: Words, kind: str, shares: Sequence[Share], by_rate: bool) -> str:
    """Phases with their rates, or slips with what they cost per game."""
    headings = [kind, "coach-decisions" if by_rate else "coach-times", "coach-rate" if by_rate else "coach-per-game"]
    sizes = [share.rate if by_rate else share.per_game for share in shares]
    most = max(sizes) or 1.0
    rows = (
        (
            escape(say(f"{kind}-{share.name}")),
            str(share.count),
            say("coach-number", number=share.rate) if by_rate else percent(say, share.per_game),
            bar(size / most),
        )
        for share, size in zip(shares, sizes, strict=True)
    )
    return table([*(say(key) for key in headings), ""], rows)


def _luck(say: Words, fortune: Fortune) -> Iterator[str]:
    yield f"<h3>{escape(say('coach-luck'))}</h3>"
    yield f"<p>{' '.join(text(render(say, each)) for each in verdict_on(fortune))}</p>"
    axis = say("coach-axis-start"), say("coach-axis-games", games=fortune.games)
    yield fan(say("coach-fan"), fortune.way, axis)
    yield f'<p class="soft">{escape(say("coach-fan-means"))}</p>'
