/** The ranking of throws of Schocken (S7) under the options of a table, with the throws that lie on it. */

import type { HandRank, SchockenOptions, SchockenShown } from '../../lib/messages'

export interface RankRow {
  /** A key `rank-…`; a Schock has its number, too. */
  name: string
  x?: number
  /** Its dice, or the highest and the lowest ones. */
  dice: readonly (readonly number[])[]
  /** What it deals out; -1 for all stones. */
  stones: number
}

/** A throw on the table; `yours` is the viewer's. */
export interface Lying {
  seat: number
  rank: HandRank
  yours: boolean
}

const schock = (x: number): RankRow => ({ name: 'rank-schock', x, dice: [[1, 1, x]], stones: x })
const row = (name: string, stones: number, ...dice: number[][]): RankRow => ({ name, dice, stones })

/** All ranks, best first (S7, H3, H4). */
export function ranking(options: SchockenOptions): RankRow[] {
  const admiral = row('rank-admiral', 3, [6, 6, 6], [2, 2, 2])
  return [
    row('rank-schock_out', -1, [1, 1, 1]),
    ...(options.jule ? [row('rank-jule', 7, [4, 2, 1])] : []),
    ...[6, 5, 4, 3].map(schock),
    ...(options.general_beats_schock2 ? [admiral, schock(2)] : [schock(2), admiral]),
    row('rank-strasse', 2, [6, 5, 4], [3, 2, 1]),
    row('rank-ordinary', 1, [6, 6, 5], [2, 2, 1]),
  ]
}

const fits = (row: RankRow, rank: HandRank): boolean => row.name === rank.name && (row.x === undefined || row.x === rank.stones)

/** The known throws of this row, best first. */
export function lyingIn(row: RankRow, { facts }: SchockenShown, you: number | null): Lying[] {
  return facts.ranks
    .flatMap((rank, seat) => (rank && fits(row, rank) ? [{ seat, rank, yours: seat === you }] : []))
    .sort((one, other) => other.rank.height - one.rank.height)
}

/** What else to know about throws at this table, as ends of keys `guide-ranking-…`. */
export function remarks(options: SchockenOptions): string[] {
  return [
    'schock-out',
    ...(options.hand_only ? ['hand-only'] : []),
    ...(options.sixes ? ['sixes'] : []),
    `ties-${options.ties ?? 'order'}`,
  ]
}
