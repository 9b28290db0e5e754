import type { GameEvent, Step } from '../lib/messages'

/** The game event of a log entry, if the entry has one. */
export const playedIn = (step: Step | null): GameEvent | null => (step?.e.t === 'played' ? step.e.event : null)

/** The throw that an entry asks dice for, while its cup is shaken; null for a lot. */
export const wantedIn = (step: Step | null): GameEvent | null => (step?.e.t === 'wanted' ? step.e.event : null)
