/** The rows of Zock'n'Roll with an example each, and which of them the known hands form. */

import type { ZocknrollOptions, ZocknrollShown } from '../../lib/messages'

const EXAMPLES: Record<string, readonly number[]> = {
  five_of_a_kind: [4, 4, 4, 4, 4],
  four_of_a_kind: [5, 5, 5, 5],
  large_straight: [2, 3, 4, 5, 6],
  full_house: [3, 3, 3, 6, 6],
  three_of_a_kind: [2, 2, 2],
  two_pairs: [1, 1, 4, 4],
  pair: [6, 6],
  large_full_house: [5, 5, 5, 5, 2, 2],
  highway: [1, 2, 3, 4, 5, 6],
  two_triples: [3, 3, 3, 5, 5, 5],
  three_pairs: [1, 1, 3, 3, 6, 6],
  small_straight: [2, 3, 4, 5],
}

/** What the top row of the pro board asks for (N15). */
const ROYAL_PAIRS: Record<NonNullable<ZocknrollOptions['royal_pairs']>, readonly number[]> = {
  '456': [4, 4, 5, 5, 6, 6],
  consecutive: [2, 2, 3, 3, 4, 4],
  six_alike: [6, 6, 6, 6, 6, 6],
}

/** Rows for what a player did, not for dice. */
const EXTRA: readonly string[] = ['won_third', 'dropped_first']

export interface RowShown {
  row: string
  value: number
  /** An example; none for the extra rows. */
  dice: readonly number[]
  /** Whether the viewer's dice form it, and whether it is the best that they form. */
  formed: boolean
  best: boolean
  /** The other cups that are lifted and whose best row it is. */
  others: readonly number[]
}

/** All rows, best first, the extra ones at the end. */
export function rowsOf({ facts, view }: ZocknrollShown, you: number | null): RowShown[] {
  const own = you === null ? [] : (facts.hands[you] ?? [])
  const rows = facts.rows.map((row, place) => ({
    row,
    value: facts.values[place]!,
    dice: row === 'royal_pairs' ? ROYAL_PAIRS[view.options.royal_pairs ?? '456'] : (EXAMPLES[row] ?? []),
    formed: own.includes(row),
    best: own[0] === row,
    others: facts.hands.flatMap((hand, cup) => (cup !== you && facts.lifted[cup] && hand[0] === row ? [cup] : [])),
  }))
  const extra = ({ row }: RowShown): boolean => EXTRA.includes(row)
  return [...rows.filter((row) => !extra(row)), ...rows.filter(extra)]
}
