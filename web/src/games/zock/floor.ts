import type { Step, ZockShown } from '../../lib/messages'
import { playedIn } from '../events'

/** A throw that lies in the box. */
export interface Fallen {
  /** The entry that threw it, which seeds its tumbling; null if this page has not seen it fall. */
  version: number | null
  /** Two dice of one seat, or in a roll-off two of each seat. */
  throws: readonly { seat: number | null; dice: readonly number[] }[]
  /** Nothing could be covered with it. */
  useless: boolean
}

const NOTHING: Fallen = { version: null, throws: [], useless: false }

/** What lies in the box after an entry, given what lay there before. */
export function fallen(game: ZockShown, step: Step | null, before: Fallen = NOTHING): Fallen {
  const event = playedIn(step)
  if (step && event?.e === 'roll_off') {
    const throws = event.dice.map((dice, seat) => ({ seat, dice }))
    return { version: step.v, throws, useless: false }
  }
  if (step && event?.e === 'throw') {
    const useless = game.view.phase === 'throw'
    return { version: step.v, throws: [{ seat: event.seat, dice: game.view.dice }], useless }
  }
  const { dice } = game.view
  if (dice.length === 0) return before.throws.length === 2 ? before : NOTHING
  const lay = before.throws.length === 1 && before.throws[0]!.dice.join() === dice.join()
  return lay ? before : { version: null, throws: [{ seat: null, dice }], useless: false }
}

/** The duration of an entry in milliseconds. */
export function lasts(step: Step, before: ZockShown | null): number {
  const event = playedIn(step)
  if (!event) return 0
  const after = step.game?.game === 'zock' ? step.game : null
  if (after && before && after.view.games.length > before.view.games.length) return 3200
  if (event.e === 'roll_off') return 1800
  if (event.e === 'throw') return after?.view.phase === 'throw' ? 1700 : 900
  return event.e === 'object' ? 1200 : 500
}
