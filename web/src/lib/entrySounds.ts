/** Sound effects of a log entry. A game adds those that come later in its animation. */

import type { AnyGame, GameParts } from '../games/contract'
import type { GameEvent, Step } from './messages'
import { pace } from './settings.svelte'
import { sound } from './sound'

export type SoundName = Exclude<keyof typeof sound, 'chime'>
/** A sound and when it starts, in milliseconds at the usual speed. */
export type TimedSound = readonly [noise: SoundName, at: number]

const BETWEEN = 450

/** The sounds of an entry, in order. */
export function soundsOf(step: Step, before: AnyGame | null, sounds?: GameParts['sounds']): TimedSound[] {
  if (step.e.t !== 'played') return []
  const made = (MADE[step.e.event.e] ?? []).map((noise, place) => [noise, place * BETWEEN] as const)
  return [...made, ...(sounds?.(step, before) ?? [])]
}

const MADE: Partial<Record<GameEvent['e'], SoundName[]>> = {
  roll_off: ['rattle', 'dice'],
  throw: ['rattle', 'dice'],
  white: ['dice'],
  cups: ['rattle', 'cup'],
  drop: ['cup', 'pen'],
  mark: ['pen'],
  cover: ['flap'],
}

export function playSounds(step: Step, before: AnyGame | null, sounds?: GameParts['sounds']): void {
  for (const [noise, at] of soundsOf(step, before, sounds)) setTimeout(() => sound[noise](), at * pace())
}
