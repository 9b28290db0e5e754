/** What the components of a game need of a table, for games that are not played at one: replays and lessons. */

import type { SeatsShown } from '../../games/contract'
import type { Lesson, Replay, ReplayStep, Step } from '../../lib/messages'
import { isGame } from './games'

export function tableOfReplay({ game, names, options }: Pick<Replay | Lesson, 'game' | 'names' | 'options'>): SeatsShown {
  if (!isGame(game)) throw new Error(`${game} is no game of this house`)
  const seats = names.map((name) => ({ name, kind: 'person' as const, level: null, away: null, again: false }))
  return { game, options, seats }
}

/** A step as the log of a table would have it; its number is what a throw looks like. */
export const stepOf = ({ e, told, game }: ReplayStep, v: number): Step => ({
  v,
  at: 0,
  e,
  told,
  game,
})
