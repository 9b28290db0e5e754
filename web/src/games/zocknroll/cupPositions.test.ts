import { describe, expect, it } from 'vitest'
import { places } from './cupPositions'

describe.each([true, false])('around the table, with an own side: %s', (own) => {
  it.each([2, 3, 4, 5, 6])('%i cups stand apart and on the felt', (count) => {
    const all = places(count, own)
    expect(all).toHaveLength(count)
    for (const [place, { x, y }] of all.entries()) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(10)
      expect(Math.max(x, y)).toBeLessThanOrEqual(90)
      for (const other of all.slice(place + 1)) expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(25)
    }
  })
})

it('leaves the own side free, and goes clockwise from there', () => {
  const all = places(5, true)
  for (const { y } of all) expect(y).toBeLessThan(75)
  expect(all[0]!.x).toBeLessThan(all[2]!.x)
  expect(all[4]!.x).toBeGreaterThan(all[2]!.x)
})
