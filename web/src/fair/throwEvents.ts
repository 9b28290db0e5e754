// The throws in a game event, without the rules of the game.

import type { Bytes } from './hashing'
import { isInteger, isList, sameJson } from './json'
import { dice, lot } from './derivation'

/** Dice that fell in one throw, face down (0) where they are hidden; or a lot among so many, and what was drawn. */
export type Throw = { kind: 'cup'; fell: readonly number[]; place: number | null } | { kind: 'lot'; among: number; drawn: number }

/** An event of a game as far as its dice are concerned: those of one throw, or of one cup per seat. */
export interface ThrowEvent {
  e: string
  seat?: number
  dice?: readonly number[] | readonly (readonly number[])[]
}

const isDice = (plain: unknown): plain is number[] => isList(plain, isInteger)

/** The throws of an event, in their order. `place` is whose cup it is, where the game has cups. */
export function throwsIn(event: ThrowEvent, players: number): Throw[] {
  if (event.e === 'starter') return [{ kind: 'lot', among: players, drawn: event.seat ?? -1 }]
  const { dice = [], seat: place = null } = event
  if (!dice.length) return []
  if (isDice(dice)) return [{ kind: 'cup', fell: dice, place }]
  return dice.filter(isDice).map((fell, place) => ({ kind: 'cup', fell, place }))
}

/** Whether an event is the one that dice were wanted for: equal apart from the faces. A lot is wanted without an event. */
export function isAsked(asked: ThrowEvent | null, event: ThrowEvent): boolean {
  if (!asked) return event.e === 'starter'
  const [{ dice: wanted, ...one }, { dice: fallen, ...other }] = [asked, event]
  return sameJson(one, other) && sameJson(sizes(wanted), sizes(fallen))
}

const sizes = (dice: unknown): unknown => (Array.isArray(dice) ? dice.map(sizes) : null)

export const hidden = (thrown: Throw): boolean => thrown.kind === 'cup' && thrown.fell.includes(0)

/** Whether two throws are of the same cup. */
export const samePlace = (one: Throw, other: Throw): boolean =>
  one.kind === 'cup' && other.kind === 'cup' && one.place !== null && one.place === other.place

/** Whether the faces are equal, in order. */
export const sameDice = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((face, place) => face === other[place])

/** Whether a throw follows from its key and the players' links. */
export function fell(thrown: Throw, key: Bytes, mixed: Bytes): boolean {
  if (thrown.kind === 'lot') return lot(key, mixed, thrown.among) === thrown.drawn
  return sameDice(dice(key, mixed, thrown.fell.length), thrown.fell)
}
