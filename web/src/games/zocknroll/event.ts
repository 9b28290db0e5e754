/** Events of the game inside the entries of a table's log. */

import type { Step } from '../contract'

export type Decided =
  { e: 'stay'; seat: number } | { e: 'drop'; seat: number; row: string | null } | { e: 'mark'; seat: number; row: string }

export type GameEvent =
  { e: 'starter'; seat: number } | { e: 'cups'; dice: number[][] } | { e: 'white'; dice: number[] } | Decided

/** What an entry brought about, if it played something. */
export function played(step: Step | null): GameEvent | null {
  return step?.e.t === 'played' ? (step.e.event as GameEvent) : null
}

/** What an entry asks the dice for. */
export function wanted(step: Step | null): GameEvent | null {
  return step?.e.t === 'wanted' ? (step.e.event as GameEvent | null) : null
}
