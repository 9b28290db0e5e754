/** An analysis by the positions of a replay: position `n` is the table after `n` events, before event `n`. */

import type { Analysis, Moment, Verdict } from '../../lib/messages'
import { atLeast, type Class } from '../../coach/verdictKinds'

/** What everybody may expect at each position, the end included. */
export const valueCurve = ({ moments, end }: Analysis): readonly (readonly number[])[] => [
  ...moments.map(({ chances }) => chances),
  end,
]

/** The decision that is due at a position. */
export const verdictAt = ({ moments }: Analysis, position: number): Verdict | null => moments[position]?.verdict ?? null

/** What the event that has led to a position brought by luck, for each seat; null where nothing was left to luck. */
export function luckAt({ moments }: Analysis, position: number): readonly number[] | null {
  const luck = moments[position - 1]?.luck
  return luck?.some((share) => Math.abs(share) > LEAST) ? luck : null
}

/** Less than that is how computers add. */
const LEAST = 5e-7

export interface Slip {
  /** Where it can be seen and thought over: before it was made. */
  at: number
  seat: number
  kind: Class
  loss: number
}

/** All decisions that cost something, in order; of one seat, or of everybody. */
export function slipsOf({ moments }: Analysis, seat: number | null = null): Slip[] {
  return moments.flatMap(({ event, verdict }) =>
    verdict && atLeast(verdict.kind, 'inaccuracy') && (seat === null || verdict.seat === seat)
      ? [{ at: event, seat: verdict.seat, kind: verdict.kind, loss: verdict.loss }]
      : [],
  )
}

/** The next slip behind a position, or the last one before it. */
export function nextSlip(slips: readonly Slip[], position: number, way: 1 | -1): Slip | null {
  const found = way > 0 ? slips.find(({ at }) => at > position) : slips.findLast(({ at }) => at < position)
  return found ?? null
}

/** Where an event can be seen best: a decision before it is made, dice once they have fallen. */
export function sightOf({ moments }: Analysis, event: number): number {
  const moment: Moment | undefined = moments[event]
  return moment?.verdict ? event : event + 1
}
