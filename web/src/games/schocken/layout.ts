/** Where the players sit: around the middle while that has room, else row by row below it. */

export interface Cell {
  /** Grid lines, counted from 1; every place is two columns wide, so that a row can be centred. */
  row: number
  column: number
}

export interface Seating {
  columns: number
  rows: number
  /** Clockwise from the viewer's place at the bottom. */
  places: Cell[]
  /** First and last grid lines of the middle. */
  middle: { row: [number, number]; column: [number, number] }
  ring: boolean
}

const WIDTH = 104
const NARROW = 78
const MOST_AT_A_SIDE = 2

/** The seating of so many players on a table of so many pixels. */
export function seating(players: number, width: number): Seating {
  const columns = Math.min(players <= 4 ? 3 : players <= 9 ? 5 : 7, Math.max(3, Math.floor(width / WIDTH)))
  return around(players, columns) ?? inRows(players, Math.max(3, Math.min(8, Math.floor(width / NARROW))))
}

/** As few players at the sides as possible; an odd number at the bottom, so that one sits in the middle of it. */
function around(players: number, columns: number): Seating | null {
  for (let sides = 0; sides <= MOST_AT_A_SIDE; sides += 1) {
    const rest = players - 2 * sides
    for (let bottom = 1; bottom <= columns; bottom += 2) {
      const top = rest - bottom
      const balanced = top >= bottom || bottom === 1
      if (top >= 1 && top <= columns && balanced && fits(top, bottom, sides, columns)) return ring(top, bottom, sides, columns)
    }
  }
  return null
}

/** Four players sit on four sides, and long rows are not stacked on short ones. */
function fits(top: number, bottom: number, sides: number, columns: number): boolean {
  return sides > 0 || top + bottom <= 3 || top + bottom > 2 * columns - 1
}

function ring(top: number, bottom: number, sides: number, columns: number): Seating {
  const between = Math.max(1, sides)
  const rows = between + 2
  const centred = (count: number, place: number): number => columns - count + 1 + 2 * place
  const bottomRow = Array.from({ length: bottom }, (_, place): Cell => ({
    row: rows,
    column: centred(bottom, bottom - 1 - place),
  }))
  const half = (bottom - 1) / 2
  const left = Array.from({ length: sides }, (_, place): Cell => ({ row: rows - 1 - place, column: 1 }))
  const topRow = Array.from({ length: top }, (_, place): Cell => ({ row: 1, column: centred(top, place) }))
  const right = Array.from({ length: sides }, (_, place): Cell => ({ row: 2 + place, column: 2 * columns - 1 }))
  const places = [...bottomRow.slice(half), ...left, ...topRow, ...right, ...bottomRow.slice(0, half)]
  const inner: [number, number] = sides ? [3, 2 * columns - 1] : [1, 2 * columns + 1]
  return { columns, rows, places, middle: { row: [2, 2 + between], column: inner }, ring: true }
}

function inRows(players: number, columns: number): Seating {
  const places = Array.from({ length: players }, (_, place): Cell => ({
    row: 2 + Math.floor(place / columns),
    column: 1 + 2 * (place % columns),
  }))
  const rows = 1 + Math.ceil(players / columns)
  return { columns, rows, places, middle: { row: [1, 2], column: [1, 2 * columns + 1] }, ring: false }
}

/** All seats in the order of their places: clockwise, the viewer's first. */
export function fromViewer(players: number, you: number | null): number[] {
  return Array.from({ length: players }, (_, place) => ((you ?? 0) + place) % players)
}
