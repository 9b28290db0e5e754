/** Classes of decisions, from forced to blunder. */

import type { Verdict } from '../lib/messages'

export type Class = Verdict['kind']

export const KINDS = ['forced', 'good', 'inaccuracy', 'mistake', 'blunder'] as const satisfies readonly Class[]

/** Annotation symbols, as in chess. */
export const GLYPHS: Record<Class, string> = { forced: '', good: '', inaccuracy: '?!', mistake: '?', blunder: '??' }

/** Whether a decision was at least this bad. */
export const atLeast = (kind: Class, bad: Class): boolean => KINDS.indexOf(kind) >= KINDS.indexOf(bad)
