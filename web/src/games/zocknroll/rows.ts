/** Rows of the sheet: what the own dice can mark at the moment, and short names. */

import type { ZocknrollShown } from '../../lib/messages'
import { has, say } from '../../lib/words.svelte'

const PLAYING = ['white', 'decide', 'mark']

/** The rows that a seat's dice form, best first, while they can still bring something in this turn. */
export function formedBy({ facts, view }: ZocknrollShown, seat: number | null): readonly string[] {
  return seat !== null && facts.inside[seat] && PLAYING.includes(view.phase) ? (facts.hands[seat] ?? []) : []
}

/** The row that a drop, or the winner, marks beside the chosen one, while the seat decides. */
export function bonusOf({ facts, pending }: ZocknrollShown, seat: number): string | null {
  return pending.kind === 'decision' && pending.seat === seat ? facts.bonus : null
}

/** The name of a row where there is little room. */
export function shortRow(row: string): string {
  const short = `web-zocknroll-short-${row}`
  return say(has(short) ? short : `row-${row}`)
}
