/** Entries of a table's log, and steps that hold them. */

import type { AnyGame } from '../src/games/contract'
import type { Cover, GameEvent, Played, Step } from '../src/lib/messages'

export const COVER: Cover = { e: 'cover', seat: 0, fields: [9] }

export const played = (event: GameEvent, links?: (string | null)[]): Played => ({
  t: 'played',
  event,
  by: 'player',
  ...(links && { links }),
})

export const stepOf = (e: Step['e'], game?: AnyGame, v = 7): Step => ({ v, at: 0, e, ...(game && { game }) })
