/** The pictures of an evening and of a season: the standings on paper. */

import type { Club, Evening, Standing, Standings } from '../../lib/messages'
import { listed, say } from '../../lib/words.svelte'
import type { Picture, PictureRow } from '../../table/end/picture'
import { day, longDay, nameOr } from './club.svelte'
import { bestOf, sorted } from './standings'

/** More do not fit a picture. */
const MOST_ROWS = 16

const rowOf = (line: Standing, best: readonly Standing[]): PictureRow => ({
  name: nameOr(line.name),
  label: say('web-club-picture-row', { games: line.games, losses: line.losses }),
  dice: [],
  colour: null,
  points: String(line.wins),
  mark: best.includes(line) ? 'won' : null,
})

function rowsOf(lines: readonly Standing[]): PictureRow[] {
  const best = bestOf(lines)
  return sorted(lines, 'wins', true)
    .slice(0, MOST_ROWS)
    .map((line) => rowOf(line, best))
}

/** Who won: a name, several, or none. */
function headline(lines: readonly Standing[], key: 'evening' | 'season'): string {
  const names = bestOf(lines).map(({ name }) => nameOr(name))
  if (!names.length) return say(`web-club-picture-${key}`)
  return say(names.length === 1 ? `web-club-picture-${key}-won` : `web-club-picture-${key}-shared`, { name: listed(names) })
}

export function eveningPicture(club: Club, evening: Evening): Picture {
  return {
    game: club.name,
    headline: headline(evening.lines, 'evening'),
    why: say('web-club-picture-games', { games: evening.games.length, players: evening.lines.length }),
    groups: [],
    points: say('web-club-column-wins'),
    rows: rowsOf(evening.lines),
    date: longDay(evening.evening),
  }
}

export function seasonPicture(club: Club, season: number, standings: Standings): Picture {
  const found = club.seasons.find((each) => each.season === season)
  const game = standings.game ? ` · ${say(`game-${standings.game}`)}` : ''
  return {
    game: club.name,
    headline: headline(standings.lines, 'season'),
    why: say('web-club-picture-games', { games: standings.games, players: standings.lines.length }),
    groups: [],
    points: say('web-club-column-wins'),
    rows: rowsOf(standings.lines),
    date: `${found?.name ?? say('web-club-all-time')}${game} · ${day(Date.now())}`,
  }
}
