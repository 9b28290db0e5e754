/** What an entry of the log sounds like. The table plays it; a game adds what takes its own time. */

import type { AnyGame, GameParts } from '../games/contract'
import type { GameEvent, Step } from './messages'
import { pace } from './settings.svelte'
import { sound } from './sound'

export type Noise = Exclude<keyof typeof sound, 'chime'>
/** A noise and when it is heard, in milliseconds at the usual speed. */
export type Heard = readonly [noise: Noise, at: number]

const BETWEEN = 450

/** The noises of an entry, in the order in which they are heard. */
export function noises(step: Step, before: AnyGame | null, heard?: GameParts['heard']): Heard[] {
  if (step.e.t !== 'played') return []
  const made = (MADE[step.e.event.e] ?? []).map((noise, place) => [noise, place * BETWEEN] as const)
  return [...made, ...(heard?.(step, before) ?? [])]
}

const MADE: Partial<Record<GameEvent['e'], Noise[]>> = {
  roll_off: ['rattle', 'dice'],
  throw: ['rattle', 'dice'],
  white: ['dice'],
  cups: ['rattle', 'cup'],
  drop: ['cup', 'pen'],
  mark: ['pen'],
  cover: ['flap'],
}

export function hear(step: Step, before: AnyGame | null, heard?: GameParts['heard']): void {
  for (const [noise, at] of noises(step, before, heard)) setTimeout(() => sound[noise](), at * pace())
}
