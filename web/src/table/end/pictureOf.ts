/** The contents of the picture of a result, and the same as text. */

import { settings } from '../../lib/settings.svelte'
import { say, spoken } from '../../lib/words.svelte'
import { IVORY, seatColour, type DiceColour } from '../../parts/colours'
import { decisive, lastHand, outcome, type Finished, type LastDice } from './ending'
import { headline, labelText, ownerText, pointsText, whyText } from './endText'
import type { Picture, PictureRow } from './picture'

/** The picture of a finished game; names, not "you": others will look at it. */
export function pictureOf(game: Finished, you: number | null, at: Date): Picture {
  const colourOf = ({ seat, kind }: LastDice): DiceColour | null => {
    if (kind === 'fields') return null
    if (kind === 'white' || game.game === 'zock') return IVORY
    return seatColour(seat ?? game.names.length, you, settings.dice)
  }
  const ended = outcome(game)!
  const rowOf = (seat: number): PictureRow => {
    const hand = lastHand(game, seat)
    return {
      name: game.names[seat] ?? '',
      label: hand ? labelText(hand) : '',
      dice: hand?.dice ?? [],
      colour: hand && colourOf(hand),
      points: String(ended.points[seat]),
      mark: ended.loser === seat ? 'lost' : ended.loser === null && ended.winners.includes(seat) ? 'won' : null,
    }
  }
  return {
    game: say(`game-${game.game}`),
    headline: headline(game, null),
    why: whyText(game, null),
    groups: decisive(game).map((group) => ({
      owner: ownerText(group, game.names),
      label: labelText(group),
      dice: group.dice,
      colour: colourOf(group),
    })),
    points: pointsText(game.game),
    rows: ended.ranking.map(rowOf),
    date: new Intl.DateTimeFormat(spoken(), { dateStyle: 'long' }).format(at),
  }
}

/** What the picture shows, in words. */
export const inWords = ({ game, headline, why, rows, points }: Picture): string =>
  say('web-end-picture-alt', {
    game,
    result: headline,
    why,
    standings: `${points}: ${rows.map((row) => `${row.name} ${row.points}`).join(', ')}.`,
  })
