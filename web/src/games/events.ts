import type { Step } from '../lib/messages'

/** An event of a game as it stands in a record: what it is called, whose it is, and what belongs to it. */
export interface GameEvent {
  e: string
  seat?: number
  [more: string]: unknown
}

/** The event of the game that an entry has brought, if it has; the steps of a replay hold it without a table around it. */
export function playedIn(step: Step | null): GameEvent | null {
  const entry = step?.e as { t?: string; e?: string; event?: unknown } | undefined
  if (typeof entry?.e === 'string') return entry as GameEvent
  return entry?.t === 'played' ? (entry.event as GameEvent) : null
}

/** The throw that dice are wanted for, while its cup is shaken. */
export function wantedIn(step: Step | null): GameEvent | null {
  return step?.e.t === 'wanted' ? ((step.e.event as GameEvent | null | undefined) ?? null) : null
}
