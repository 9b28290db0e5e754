/** Changes to a position of Zock'n'Roll. Unambiguous consequences of a change are applied, too. */

import type { ZocknrollState } from '../../../lib/messages'

/** Whose turn it is to decide, or to mark. */
export const turnOf = (view: ZocknrollState, seat: number): ZocknrollState => settled({ ...view, queue: [seat] })

export const startedBy = (view: ZocknrollState, starter: number): ZocknrollState => settled({ ...view, starter })

/** Three white dice in round 1, four in round 2, five when all cups are lifted. */
export function inRound(view: ZocknrollState, round: number): ZocknrollState {
  const white = [...view.white, 1, 2, 3, 4, 5].slice(0, round + 2)
  return settled({ ...view, white, dropped: view.dropped.map((dropped) => (dropped > round ? 0 : dropped)) })
}

/** The first three white dice are one throw and lie in order. */
export const whitened = (view: ZocknrollState, white: readonly number[]): ZocknrollState =>
  settled({ ...view, white: [...white.slice(0, 3).sort(), ...white.slice(3)] })

export const cupped = (view: ZocknrollState, cup: number, dice: readonly number[]): ZocknrollState =>
  settled({ ...view, cups: view.cups.map((old, other) => (other === cup ? [...dice].sort() : old)) })

/**
 * The round in which a seat has dropped, 0 if it is still in. A drop marks a row that the dice form, and in round 1 the
 * last row, too (N7). The row is not known here, so these are all candidates, the likeliest first.
 */
export function droppedIn(view: ZocknrollState, seat: number, round: number): ZocknrollState[] {
  const before = view.dropped[seat] ?? 0
  const dropped = view.dropped.map((old, other) => (other === seat ? round : old))
  const sheet = view.marks[seat] ?? []
  const last = sheet.length - 1
  const bonus = Number(round === 1) - Number(before === 1)
  const marks = Number(round > 0) - Number(before > 0)
  const rows = marks ? sheet.map((_, row) => row).slice(1, last) : []
  const sheets = [...rows.map((row) => changed(changed(sheet, row, marks), last, bonus)), changed(sheet, last, bonus)]
  return sheets
    .filter((next) => next.every((count) => count >= 0))
    .map((next) => settled({ ...view, dropped, marks: view.marks.map((old, other) => (other === seat ? next : old)) }))
}

const changed = (sheet: readonly number[], row: number, by: number): number[] =>
  sheet.map((marks, place) => (place === row ? marks + by : marks))

export const marked = (view: ZocknrollState, seat: number, row: number, marks: number): ZocknrollState =>
  settled({
    ...view,
    marks: view.marks.map((sheet, owner) => (owner === seat ? sheet.map((old, place) => (place === row ? marks : old)) : sheet)),
  })

/** Whether cups are covered that only their owners know. */
export const hides = (view: ZocknrollState): boolean => view.cups.some((dice) => dice.includes(0))

/** Covers all cups but the own one and those that lie open, or lifts them all. */
export function covered(view: ZocknrollState, cover: boolean): ZocknrollState {
  const own = view.queue[0] ?? view.starter
  const cups = view.cups.map((dice, cup) => (cover && cup !== own ? dice.map(() => 0) : shown(dice)))
  return settled({ ...view, cups })
}

/** Arbitrary dice for a cup that was covered. */
const shown = (dice: readonly number[]): number[] => dice.map((die, place) => die || place + 1)

/** The position with the phase that its dice imply, and hidden cups covered. */
function settled(view: ZocknrollState): ZocknrollState {
  const phase = view.white.length === 5 ? 'mark' : 'decide'
  const seat = view.queue[0] ?? view.starter
  const turns = Math.max(view.turns, ...view.marks.map(turnsOf))
  const cover = phase === 'decide' && hides(view)
  const cups = view.cups.map((dice, cup) => {
    const lies = phase === 'mark' || cup === seat || (view.dropped[cup] ?? 0) > 0
    return lies ? shown(dice) : cover ? dice.map(() => 0) : dice
  })
  return { ...view, phase, queue: [seat], turns, cups }
}

/** How many turns it takes at least to mark a sheet: one combination in each, and the first or the last row (N7, N10). */
function turnsOf(sheet: readonly number[]): number {
  const ends = (sheet[0] ?? 0) + (sheet.at(-1) ?? 0)
  const all = sheet.reduce((sum, marks) => sum + marks, 0)
  return Math.max(ends, all - ends)
}
