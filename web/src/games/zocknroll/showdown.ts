/** The showdown in round 3: the order in which cups are lifted, and the result. */

import type { ZocknrollShown } from '../../lib/messages'

/**
 * The cups that are lifted in round 3: around the table from the starter on, then Jörg's; who leads by points comes
 * last. The order depends on public facts only, so it does not tell who has the best hand.
 */
export function liftingOrder({ view, facts }: ZocknrollShown): number[] {
  const players = facts.inside.length
  const seats = Array.from({ length: players }, (_, place) => (view.starter + place) % players).filter(
    (seat) => facts.inside[seat],
  )
  const others = Array.from({ length: facts.cups - players }, (_, place) => players + place)
  const top = Math.min(...seats.map((seat) => facts.places[seat]!))
  const leading = seats.filter((seat) => facts.places[seat] === top)
  const last = leading.length === 1 ? leading : []
  return [...seats.filter((seat) => !last.includes(seat)), ...others, ...last]
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
