// Which throws an event of a game holds, without knowing its rules.

import type { GameEvent } from '../games/events'
import type { Bytes } from './hashing'
import { sameJson } from './same'
import { dice, lot } from './throws'

/** Dice that fell in one throw, face down (0) where they are hidden; or a lot among so many, and what was drawn. */
export type Throw = { kind: 'cup'; fell: readonly number[]; place: number | null } | { kind: 'lot'; among: number; drawn: number }

/** The throws of an event, in their order. `place` is whose cup it is, where the game has cups. */
export function throwsIn(event: GameEvent, players: number): Throw[] {
  if (event.e === 'starter') return [{ kind: 'lot', among: players, drawn: event.seat ?? -1 }]
  const dice = event.dice as readonly number[] | readonly (readonly number[])[] | undefined
  if (!dice?.length) return []
  if (!Array.isArray(dice[0])) return [{ kind: 'cup', fell: dice as readonly number[], place: event.seat ?? null }]
  return (dice as readonly (readonly number[])[]).map((fell, place) => ({ kind: 'cup', fell, place }))
}

/** Whether an event is the one that dice were asked for: the same but for their faces; a lot was asked for by nothing. */
export function isAsked(asked: GameEvent | null, event: GameEvent): boolean {
  if (!asked) return event.e === 'starter'
  const [{ dice: wanted, ...one }, { dice: fallen, ...other }] = [asked, event] as [Plain, Plain]
  return sameJson(one, other) && sameJson(sizes(wanted), sizes(fallen))
}

interface Plain {
  dice?: unknown
}

const sizes = (dice: unknown): unknown => (Array.isArray(dice) ? dice.map(sizes) : null)

export const hidden = (thrown: Throw): boolean => thrown.kind === 'cup' && thrown.fell.includes(0)

/** Whether two throws are of the same cup. */
export const samePlace = (one: Throw, other: Throw): boolean =>
  one.kind === 'cup' && other.kind === 'cup' && one.place !== null && one.place === other.place

/** Whether the same dice lie there, in the same order. */
export const sameDice = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((face, place) => face === other[place])

/** Whether a throw is what its key and the players' secrets give. */
export function fell(thrown: Throw, key: Bytes, mixed: Bytes): boolean {
  if (thrown.kind === 'lot') return lot(key, mixed, thrown.among) === thrown.drawn
  return sameDice(dice(key, mixed, thrown.fell.length), thrown.fell)
}
