/** What taking back withdraws: the tellings from a chosen one on. */

import type { Telling } from '../lib/messages'

/** The last tellings, newest first. */
export const newestFirst = (told: readonly Telling[]): Telling[] => [...told].reverse()

/** How many tellings are withdrawn together with a chosen one: it and all after it. */
export const withdrawn = (told: readonly Telling[], chosen: Telling): number => told.filter(({ to }) => to >= chosen.to).length
