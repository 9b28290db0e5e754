/** Player statistics of the history page. */

import type { GameLine, PlayerStats } from '../../lib/messages'
import type { GameName } from '../common/games'

export type Filter = GameName | 'all'

export const only = <T extends { game: string }>(lines: readonly T[], filter: Filter): T[] =>
  lines.filter((line) => filter === 'all' || line.game === filter)

/** The share of games won, 0 where none was played. */
export const share = ({ games, wins }: Pick<PlayerStats, 'games' | 'wins'>): number => (games ? wins / games : 0)

/** The players of each game: the player of this device first, then those with most games. */
export function byGame(stats: readonly PlayerStats[], filter: Filter): [game: string, players: PlayerStats[]][] {
  const groups = new Map<string, PlayerStats[]>()
  const mine = ({ you }: PlayerStats): number => Number(you)
  for (const line of only(stats, filter)) groups.set(line.game, [...(groups.get(line.game) ?? []), line])
  for (const players of groups.values())
    players.sort((a, b) => mine(b) - mine(a) || b.games - a.games || a.name.localeCompare(b.name))
  return [...groups]
}

/** How the game ended for the seat of this device, if it had one. */
export function outcome({ seat, names, winners }: GameLine): 'won' | 'drawn' | 'lost' | 'watched' {
  if (seat === null) return 'watched'
  if (winners.length === names.length) return 'drawn'
  return winners.includes(seat) ? 'won' : 'lost'
}
