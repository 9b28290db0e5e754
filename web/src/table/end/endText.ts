/** The end of a game in words, for the scene, the replay and the picture. */

import { who } from '../../lib/secondPerson'
import { listed, say, tell } from '../../lib/words.svelte'
import { decidedBy, endedBy, outcome, type Finished, type LastDice, type Reason } from './ending'

/** Who won or lost. The own seat is called "you" in a `named` game. */
export function headline(game: Finished, you: number | null): string {
  const { winners, loser } = outcome(game)!
  const names = (seats: readonly number[]): string => listed(seats.map((seat) => game.names[seat] ?? ''))
  if (loser !== null) return loser === you ? say('web-you-lost') : say('web-lost-game', { name: names([loser]) })
  if (winners.length === 0) return say('web-no-winner')
  if (winners.length > 1) return say('web-drawn', { names: names(winners) })
  return winners[0] === you ? say('web-you-won') : say('web-won-game', { name: names(winners) })
}

/** Why the game ended now, and what decided it. */
export function whyText(game: Finished, you: number | null): string {
  const [ended, decided] = [endedBy(game), decidedBy(game)].map((reasons) => reasons.map((reason) => told(reason, game, you)))
  const end = ended!.length > 1 ? [say('web-end-sixths', { marks: listed(ended!) })] : ended!
  return [...end, ...decided!].join(' · ')
}

function told({ key, seat, other, seats, row, dice, values }: Reason, game: Finished, you: number | null): string {
  return say(key, {
    ...values,
    name: game.names[seat ?? -1],
    lower: game.names[seat ?? -1],
    who: who(seat, you),
    other: game.names[other ?? -1],
    whom: who(other, you),
    names: seats && listed(seats.map((each) => game.names[each] ?? '')),
    row: row && say(`row-${row}`),
    dice: dice?.join('-'),
  })
}

/** Whose dice these are. */
export function ownerText({ seat, kind }: LastDice, names: readonly string[]): string {
  if (kind === 'white') return say('web-end-white')
  return kind === 'jorg' ? say('ui-jorg') : (names[seat ?? -1] ?? '')
}

/** What the dice are called, or what the open fields cost. */
export function labelText({ kind, dice, label }: LastDice): string {
  if (kind === 'fields') return say('web-end-open', { sum: dice.reduce((sum, field) => sum + field, 0) })
  if (label === null) return ''
  return (typeof label === 'string' ? label : tell(label)).replaceAll('-', '\u2011') // no line break between dice
}

/** What the numbers of the standings are. */
export const pointsText = (game: Finished['game']): string => say(game === 'schocken' ? 'web-end-stones' : `web-points-${game}`)
