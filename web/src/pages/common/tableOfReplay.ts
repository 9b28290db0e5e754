/** The table that game components need, for replays and lessons. */

import type { SeatsShown } from '../../games/contract'
import type { Lesson, Replay, ReplayStep, Step } from '../../lib/messages'
import { isGame } from './games'

export function tableOfReplay({ game, names, options }: Pick<Replay | Lesson, 'game' | 'names' | 'options'>): SeatsShown {
  if (!isGame(game)) throw new Error(`${game} is not a game`)
  const seats = names.map((name) => ({ name, kind: 'person' as const, level: null, away: null, again: false }))
  return { game, options, seats }
}

/** A replay step as a step of a table; its version seeds the animation. */
export const stepOf = ({ e, told, game }: ReplayStep, v: number): Step => ({
  v,
  at: 0,
  e,
  told,
  game,
})
