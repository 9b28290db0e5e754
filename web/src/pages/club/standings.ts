/** Standings of a club: the columns of each game, their order, and who won an evening. */

import type { Standing } from '../../lib/messages'
import type { GameName } from '../common/games'

export type Column = 'games' | 'wins' | 'share' | 'draws' | 'losses' | 'halves' | 'finals' | 'won' | 'noted' | 'streak' | 'rating'

/** What only some games have. */
const OWN: Record<GameName, readonly Column[]> = { zocknroll: ['won'], zock: ['draws', 'noted'], schocken: ['halves', 'finals'] }

/** The columns for a game, or for all games those in which there is something to see. */
export const columnsOf = (game: GameName | null, lines: readonly Standing[]): Column[] => [
  ...(['games', 'wins', 'share', 'losses'] as const),
  ...(game ? OWN[game] : (['halves', 'finals', 'won', 'noted'] as const).filter((column) => lines.some((line) => line[column]))),
  ...(['streak', 'rating'] as const),
]

/** Of these, less is better, so they are sorted upwards first. */
export const LESS_IS_BETTER: ReadonlySet<Column> = new Set<Column>(['losses', 'halves', 'finals', 'noted'])

export const valueOf = (line: Standing, column: Column): number =>
  column === 'share' ? (line.games ? line.wins / line.games : 0) : line[column]

/** The lines in the order of a column; equal ones stay as they were. */
export function sorted(lines: readonly Standing[], column: Column, down: boolean): Standing[] {
  const way = down ? -1 : 1
  return [...lines].sort((one, other) => way * (valueOf(one, column) - valueOf(other, column)))
}

/** Who won an evening: the most games won, then the fewest lost; several if that is equal, too. */
export function bestOf(lines: readonly Standing[]): Standing[] {
  const better = (one: Standing, other: Standing): number => other.wins - one.wins || one.losses - other.losses
  const first = [...lines].sort(better)[0]
  return first ? lines.filter((line) => better(first, line) === 0 && line.wins > 0) : []
}
