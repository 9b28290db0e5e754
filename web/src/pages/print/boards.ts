/** The boards of Zock'n'Roll as they are printed, and how many of them go on a page. */

export type Board = 'basic' | 'pro'

/** Rows with their values, as on the board; the value of `won_third` depends on the number of players (N13). */
const ROWS: Record<Board, readonly (readonly [row: string, value: number])[]> = {
  basic: [
    ['five_of_a_kind', 12],
    ['four_of_a_kind', 9],
    ['large_straight', 6],
    ['full_house', 5],
    ['three_of_a_kind', 4],
    ['two_pairs', 3],
    ['pair', 2],
  ],
  pro: [
    ['royal_pairs', 12],
    ['five_of_a_kind', 9],
    ['large_full_house', 6],
    ['highway', 6],
    ['two_triples', 6],
    ['four_of_a_kind', 5],
    ['large_straight', 5],
    ['three_pairs', 4],
    ['full_house', 4],
    ['three_of_a_kind', 3],
    ['small_straight', 3],
    ['two_pairs', 2],
  ],
}

export const CIRCLES = 6

/** Jörg plays along, and counts, when there are three players (N4, N13). */
const takingPart = (players: number): number => (players === 3 ? 4 : players)

export const rowsOf = (board: Board, players: number): (readonly [row: string, value: number])[] => [
  ['won_third', takingPart(players)],
  ...ROWS[board],
  ['dropped_first', 1],
]

/** Millimetres between the margins of a Letter page, which is lower than A4, less the line at its foot. */
const HEIGHT = 250
const HEAD = 11
const GAP = 5
const MOST_ON_A_PAGE = 6
const COLUMNS = 2
const HIGHEST = 11

/** The sheets of all players, as equally divided over pages as possible: eight players need twice four. */
export function pagesOf(players: number): number[][] {
  const pages = Math.ceil(players / MOST_ON_A_PAGE)
  const each = Math.ceil(players / pages)
  return Array.from({ length: pages }, (_, page) =>
    Array.from({ length: Math.min(each, players - page * each) }, (_, place) => page * each + place),
  )
}

/** The height of a row in millimetres, so that so many sheets in two columns fill a page. */
export function rowHeight(rows: number, sheets: number): number {
  const sheet = HEIGHT / Math.ceil(sheets / COLUMNS) - GAP
  return Math.min(HIGHEST, Math.floor(((sheet - HEAD) / rows) * 10) / 10)
}
