import { describe, expect, test } from 'vitest'
import { fromViewer, seating, type Seating } from './layout'

const PHONE = 336
const WIDE = 900
const COUNTS = Array.from({ length: 23 }, (_, more) => more + 2)

/** The half columns that something covers, as `row:column`. */
function taken(seats: Seating): string[] {
  const places = seats.places.flatMap(({ row, column }) => [`${row}:${column}`, `${row}:${column + 1}`])
  const { row, column } = seats.middle
  for (let line = row[0]; line < row[1]; line += 1) {
    for (let half = column[0]; half < column[1]; half += 1) places.push(`${line}:${half}`)
  }
  return places
}

describe.each([PHONE, WIDE])('on %i pixels', (width) => {
  test.each(COUNTS)('%i players sit apart from each other and from the middle, within the table', (players) => {
    const seats = seating(players, width)
    expect(seats.places).toHaveLength(players)
    const cells = taken(seats)
    expect(new Set(cells).size).toBe(cells.length)
    for (const { row, column } of seats.places) {
      expect(row).toBeGreaterThanOrEqual(1)
      expect(row).toBeLessThanOrEqual(seats.rows)
      expect(column).toBeGreaterThanOrEqual(1)
      expect(column + 1).toBeLessThanOrEqual(2 * seats.columns)
    }
  })
})

test('the viewer sits at the bottom in the middle, and the next player to the left of that', () => {
  for (const width of [PHONE, WIDE]) {
    const rings = COUNTS.map((players) => seating(players, width)).filter(({ ring }) => ring)
    expect(rings.length).toBeGreaterThanOrEqual(7)
    for (const { places, columns, rows } of rings) {
      expect(places[0]).toEqual({ row: rows, column: columns })
      if (places.length > 2) expect(places[1]!.column).toBeLessThan(columns)
    }
  }
})

test('a table for four has one at each side', () => {
  expect(seating(4, PHONE).places).toEqual([
    { row: 3, column: 3 },
    { row: 2, column: 1 },
    { row: 1, column: 3 },
    { row: 2, column: 5 },
  ])
})

test('too many for a round table sit in rows of places that are wide enough', () => {
  const seats = seating(24, PHONE)
  expect(seats.ring).toBe(false)
  expect(PHONE / seats.columns).toBeGreaterThanOrEqual(78)
})

test('seats go round from the viewer, or from the first for a spectator', () => {
  expect(fromViewer(4, 2)).toEqual([2, 3, 0, 1])
  expect(fromViewer(3, null)).toEqual([0, 1, 2])
})
