/** Lookup in a chart of Zock'n'Roll. */

import type { ZocknrollChart } from '../../lib/messages'

type Whites = Pick<ZocknrollChart, 'asked' | 'whites'>
type Chart = Pick<ZocknrollChart, 'cups' | 'stay' | 'row' | 'drop' | 'rows'>

const sorted = (dice: readonly number[]): number[] => [...dice].sort((one, other) => one - other)
const same = (one: readonly number[], other: readonly number[]): boolean => sorted(one).join('') === sorted(other).join('')

/** The column of these white dice; in round 2 the last one is the fourth. */
export function whiteAt({ asked, whites }: Whites, white: readonly number[]): number {
  if (asked.round === 1) return whites.findIndex((each) => same(each, white.slice(0, 3)))
  return whites.findIndex((each) => each[3] === white[3])
}

export interface ChartCell {
  stay: number
  drop: number
  /** The best row, or null where the dice form none. */
  row: string | null
}

export function cellAt({ cups, stay, row, drop, rows }: Chart, cup: readonly number[], column: number): ChartCell {
  const place = cups.findIndex((each) => same(each, cup))
  return { stay: stay[place]![column]!, drop: drop[place]![column]!, row: rows[row[place]![column]!] ?? null }
}

/** In how many orders the dice of a cup can fall. */
export function orderings(cup: readonly number[]): number {
  const different = new Set(cup).size
  return cup.length === 2 ? different : [1, 3, 6][different - 1]!
}

/** How often to stay on average over all cups. */
export function staying({ cups, stay }: Chart, column: number): number {
  const weights = cups.map(orderings)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.reduce((sum, weight, place) => sum + weight * stay[place]![column]!, 0) / all
}
