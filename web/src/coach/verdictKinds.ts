/** How good a decision was, from what nobody could have done otherwise to what hurts. */

import type { Verdict } from '../lib/messages'

export type Class = Verdict['kind']

export const KINDS = ['forced', 'good', 'inaccuracy', 'mistake', 'blunder'] as const satisfies readonly Class[]

/** What players of other games write behind such a move. */
export const GLYPHS: Record<Class, string> = { forced: '', good: '', inaccuracy: '?!', mistake: '?', blunder: '??' }

/** Whether a decision was at least this bad. */
export const atLeast = (kind: Class, bad: Class): boolean => KINDS.indexOf(kind) >= KINDS.indexOf(bad)
