/** Names of sound effects. */

import type { sound } from './sound'

export type SoundName = Exclude<keyof typeof sound, 'chime'>
/** A sound and when it starts, in milliseconds at the usual speed. */
export type TimedSound = readonly [noise: SoundName, at: number]
