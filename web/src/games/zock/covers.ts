/** Which flaps can be tapped and what a tap does. The server says which covers there are; nothing here knows a rule. */

import type { ZockEvent } from '../../lib/messages'

export type Fields = readonly number[]

export interface Tapped {
  /** The fields that are chosen now. */
  chosen: Fields
  /** The cover that the tap completes, if any. */
  cover: Fields | null
}

/** The covers among the moves of a decision. */
export const coversIn = (moves: readonly ZockEvent[]): Fields[] =>
  moves.flatMap((move) => (move.e === 'cover' ? [move.fields] : []))

/** The covers that include all chosen fields. */
export function fitting(covers: readonly Fields[], chosen: Fields): Fields[] {
  return covers.filter((cover) => chosen.every((field) => cover.includes(field)))
}

/** The fields that can be tapped: those of all covers that include the chosen ones. */
export function lit(covers: readonly Fields[], chosen: Fields): Set<number> {
  return new Set(fitting(covers, chosen).flat())
}

/** Chooses a field or takes it back; a field that fits no cover with the chosen ones begins a new choice. */
export function toggle(covers: readonly Fields[], chosen: Fields, field: number): Fields {
  if (chosen.includes(field)) return chosen.filter((other) => other !== field)
  const more = [...chosen, field].sort((one, other) => one - other)
  if (fitting(covers, more).length) return more
  return fitting(covers, [field]).length ? [field] : chosen
}

/** As `toggle`, but a field that leaves a single cover completes it. */
export function tap(covers: readonly Fields[], chosen: Fields, field: number): Tapped {
  const next = toggle(covers, chosen, field)
  const only = next.includes(field) ? single(covers, next) : null
  return only ? { chosen: only, cover: only } : { chosen: next, cover: null }
}

/** What is chosen as a cover: exactly these fields, or the only cover that holds them. */
export function settled(covers: readonly Fields[], chosen: Fields): Fields | null {
  if (chosen.length === 0) return null
  return covers.find((cover) => cover.length === chosen.length && fitting([cover], chosen).length) ?? single(covers, chosen)
}

function single(covers: readonly Fields[], chosen: Fields): Fields | null {
  const [only, ...others] = fitting(covers, chosen)
  return only && others.length === 0 ? only : null
}
