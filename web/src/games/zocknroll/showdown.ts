/** The showdown in round 3: which cups are lifted, when, and the result. */

import type { TimedSound } from '../../lib/entrySounds'
import type { ZocknrollShown } from '../../lib/messages'
import { TUMBLE_MS } from '../../parts/tumble'
import type { Step } from '../contract'
import { playedIn } from '../events'

/** From the first lean of a cup to its dice lying open. */
export const LIFT_MS = 1100

/** The cups that are lifted in round 3, from the starter on, Jörg's last. */
export function risingOrder({ view, facts }: ZocknrollShown): number[] {
  const players = facts.inside.length
  const seats = Array.from({ length: players }, (_, place) => (view.starter + place) % players)
  const others = Array.from({ length: facts.cups - players }, (_, place) => players + place)
  return [...seats.filter((seat) => facts.inside[seat]), ...others]
}

/** When cup number `place` of `cups` is lifted: once the fifth white die lies; many cups are lifted faster. */
export function liftDelay(place: number, cups: number): number {
  return TUMBLE_MS + place * Math.min(900, 4500 / cups)
}

/** When the last of so many cups lies open. */
export function showdownMs(cups: number): number {
  return liftDelay(cups - 1, cups) + LIFT_MS
}

/** How long an entry hides who is best, in milliseconds at the usual speed; 0 for all but the fifth white die. */
export function suspense(step: Step | null, game: ZocknrollShown): number {
  const lifting = playedIn(step)?.e === 'white' && game.view.white.length === 5
  return lifting ? showdownMs(risingOrder(game).length) : 0
}

/** Each cup as it is lifted in round 3. */
export function sounds(step: Step): TimedSound[] {
  const game = step.game?.game === 'zocknroll' ? step.game : null
  const cups = game && suspense(step, game) ? risingOrder(game).length : 0
  return Array.from({ length: cups }, (_, place): TimedSound => ['cup', liftDelay(place, cups)])
}

export interface Verdict {
  key: string
  names: string[]
  row: string | null
}

/** The best hand in round 3, why it is not marked, or that all have dropped; null while the turn goes on. */
export function verdictOf({ names, facts, view }: ZocknrollShown, jorg: string): Verdict | null {
  const { best } = facts
  const row = facts.hands[best[0] ?? -1]?.[0] ?? null
  const winners = best.map((cup) => names[cup] ?? jorg)
  if (best.length > 1) return { key: 'web-zocknroll-tied', names: winners, row }
  if (best.length === 1) return { key: names[best[0]!] ? 'web-zocknroll-won' : 'web-zocknroll-jorg-won', names: winners, row }
  const allOut = view.cups.length > 0 && !facts.inside.includes(true)
  return allOut ? { key: 'web-zocknroll-all-out', names: [], row: null } : null
}
