"""Reports about games and players as one self-contained HTML page, without scripts, fonts or images."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from ...coach.analysis import Analysis, Summary, Turning, Verdict
from ...coach.profile import Luck, Profile, Share, Strength
from ...telling.phrase import render
from ...words import Words
from .figures import (
    SUMMARY_COLUMNS,
    Mistake,
    chances_along,
    change_error,
    left_out,
    mistakes,
    number,
    percent,
    signed,
    summary_cells,
    table_before,
    verdict_on,
)
from .plots import STYLE, bar, fan, key, ways

BEST_MOVES: Final = 3


def page(say: Words, title: str, parts: Iterable[str]) -> str:
    """The HTML document around the parts."""
    return (
        f'<!doctype html>\n<html lang="{say.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{''.join(parts)}\n</main>\n</body>\n</html>\n"
    )


def game_page(say: Words, analysis: Analysis, seats: Sequence[int]) -> str:
    """A whole page about one game."""
    title = f"{say(f'game-{analysis.game}')}: {', '.join(analysis.names)}"
    return page(say, title, [f"<h1>{escape(title)}</h1>", game_part(say, analysis, seats)])


def game_part(say: Words, analysis: Analysis, seats: Sequence[int]) -> str:
    """The report about a game, below its title."""
    made = mistakes(analysis, seats)
    told = [
        f'<p class="soft">{escape(say("coach-exact" if analysis.exact else "coach-estimated"))}</p>',
        _summaries(say, analysis.summaries),
        _meaning(say),
        _way(say, analysis, made),
        section(say("coach-turning")),
        *(_turning(say, each) for each in analysis.turning),
        section(say("coach-mistakes")),
        f'<p class="soft">{escape(more)}</p>' if (more := left_out(say, analysis, seats)) else "",
        *(_mistake(say, analysis, each) for each in made),
    ]
    if not made:
        told.append(f"<p>{escape(say('coach-no-mistakes'))}</p>")
    return "\n".join(told)


def _meaning(say: Words) -> str:
    """What the numbers of a summary mean."""
    return f'<p class="soft">{text(say("coach-rate-means"))} {text(say("coach-adjusted-means"))}</p>'


def section(title: str) -> str:
    return f"<h2>{escape(title)}</h2>"


def text(said: str) -> str:
    """Escaped text with no-break spaces before percent signs."""
    return escape(said).replace(" %", "&nbsp;%")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], stacked: bool = False) -> str:
    """Headings are text, cells HTML; all columns but the first are numbers.

    A `stacked` table has a line for every cell where the page is narrow, so that nothing has to be pushed aside.
    """
    head = "".join(f'<th{_number(column)} scope="col">{text(each)}</th>' for column, each in enumerate(headings))
    body = "".join(f"<tr>{_cells(headings, row)}</tr>" for row in rows)
    kind = ' class="stack"' if stacked else ""
    return f"<table{kind}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(headings: Sequence[str], row: Sequence[str]) -> str:
    labelled = enumerate(zip(headings, row, strict=True))
    return "".join(f'<td{_number(column)} data-label="{escape(name)}">{cell}</td>' for column, (name, cell) in labelled)


def _number(column: int) -> str:
    return ' class="number"' if column else ""


def _summaries(say: Words, summaries: Sequence[Summary]) -> str:
    titles = [say(f"coach-{key}") for key in ("player", *SUMMARY_COLUMNS)]
    return table(titles, ((escape(each.name), *summary_cells(say, each)) for each in summaries), stacked=True)


def _way(say: Words, analysis: Analysis, made: Sequence[Mistake]) -> str:
    title = say(f"coach-way-{analysis.game}")
    rows = list(zip(*chances_along(analysis), strict=True))
    axis = say("coach-axis-start"), say("coach-axis-end", events=len(analysis.moments))
    drawn = ways(title, rows, [(each.event, each.verdict.seat) for each in made], axis)
    names = "".join(f"<li>{key(seat)} {escape(name)}</li>" for seat, name in enumerate(analysis.names))
    return f'{section(title)}<ul class="legend">{names}</ul>{drawn}'


def _turning(say: Words, turning: Turning) -> str:
    event = escape(say("coach-event-number", event=str(number(turning.event))))
    error = change_error(say, turning)
    about = f' <span class="soft">{text(error)}</span>' if error else ""
    return (
        f'<div class="card"><div class="head"><span class="soft">{event}</span></div>'
        f"<p>{text(render(say, turning.said))}{about}</p></div>"
    )


def _mistake(say: Words, analysis: Analysis, mistake: Mistake) -> str:
    verdict = mistake.verdict
    why = " ".join(text(render(say, reason)) for reason in verdict.reasons)
    event = escape(say("coach-event-number", event=str(number(mistake.event))))
    return (
        f'<div class="card"><div class="head"><strong>{escape(analysis.names[verdict.seat])}</strong>'
        f'<span class="kind {verdict.kind}">{escape(say(f"coach-{verdict.kind}"))}</span>'
        f"<span>{text(signed(say, -verdict.loss, verdict.error))}</span>"
        f'<span class="soft">{event}</span></div><p>{text(table_before(say, mistake))}</p><p>{why}</p>'
        f'<p class="soft">{_moves(say, verdict)}</p><p><code>{escape(mistake.position)}</code></p></div>'
    )


def _moves(say: Words, verdict: Verdict) -> str:
    """The best moves with their values, and the one that was made."""
    shown = [*verdict.moves[:BEST_MOVES], *verdict.moves[max(BEST_MOVES, verdict.made) : verdict.made + 1]]
    return " · ".join(text(f"{render(say, move.label)}: {percent(say, move.value, move.error)}") for move in shown)


def profile_page(say: Words, profiles: Sequence[Profile]) -> str:
    """A whole page about one player or several."""
    title = say("coach-profile-of", names=", ".join(each.name for each in profiles))
    return page(say, title, [f"<h1>{escape(title)}</h1>", *(part for each in profiles for part in _profile(say, each))])


def _profile(say: Words, profile: Profile) -> Iterator[str]:
    yield section(profile.name)
    yield _strengths(say, profile.strengths)
    yield _meaning(say)
    for strength in profile.strengths:
        yield f"<h3>{escape(say(f'game-{strength.game}'))}</h3>"
        yield _shares(say, "coach-phase", strength.phases, by_rate=True)
        if strength.mistakes:
            yield _shares(say, "coach-slip", strength.mistakes, by_rate=False)
    yield from _luck(say, profile.luck)


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
    """Phases with their rates, or mistakes with what they cost per game."""
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
    return table([*(say(key) for key in headings), ""], rows, stacked=True)


def _luck(say: Words, luck: Luck) -> Iterator[str]:
    yield f"<h3>{escape(say('coach-luck'))}</h3>"
    yield f"<p>{' '.join(text(render(say, each)) for each in verdict_on(luck))}</p>"
    axis = say("coach-axis-start"), say("coach-axis-games", games=luck.games)
    yield fan(say("coach-fan"), luck.way, axis)
    yield f'<p class="soft">{escape(say("coach-fan-means"))}</p>'
