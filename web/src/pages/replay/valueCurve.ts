/** An analysis by the positions of a replay: position `n` is the table after `n` events, before event `n`. */

import type { Analysis, Moment, Verdict } from '../../lib/messages'
import { atLeast, type Class } from '../../coach/verdictKinds'

/** The chances of all seats at each position, including the end. */
export const valueCurve = ({ moments, end }: Analysis): readonly (readonly number[])[] => [
  ...moments.map(({ chances }) => chances),
  end,
]

/** The decision that is due at a position. */
export const verdictAt = ({ moments }: Analysis, position: number): Verdict | null => moments[position]?.verdict ?? null

/** The luck of each seat in the event that led to a position; null without chance. */
export function luckAt({ moments }: Analysis, position: number): readonly number[] | null {
  const luck = moments[position - 1]?.luck
  return luck?.some((share) => Math.abs(share) > LEAST) ? luck : null
}

/** Rounding error. */
const LEAST = 5e-7

export interface Slip {
  /** The position before the decision. */
  at: number
  seat: number
  kind: Class
  loss: number
}

/** All mistakes in order; of one seat, or of all. */
export function slipsOf({ moments }: Analysis, seat: number | null = null): Slip[] {
  return moments.flatMap(({ event, verdict }) =>
    verdict && atLeast(verdict.kind, 'inaccuracy') && (seat === null || verdict.seat === seat)
      ? [{ at: event, seat: verdict.seat, kind: verdict.kind, loss: verdict.loss }]
      : [],
  )
}

/** The next mistake after a position, or the last one before it. */
export function nextSlip(slips: readonly Slip[], position: number, way: 1 | -1): Slip | null {
  const found = way > 0 ? slips.find(({ at }) => at > position) : slips.findLast(({ at }) => at < position)
  return found ?? null
}

/** The position that shows an event: before a decision, after a throw. */
export function sightOf({ moments }: Analysis, event: number): number {
  const moment: Moment | undefined = moments[event]
  return moment?.verdict ? event : event + 1
}
