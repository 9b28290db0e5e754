import { describe, expect, test } from 'vitest'
import { pagesOf, rowHeight, rowsOf } from './boards'

describe('the sheets of Zock’n’Roll on paper', () => {
  test('are divided equally over pages', () => {
    expect(pagesOf(3)).toEqual([[0, 1, 2]])
    expect(pagesOf(6)).toHaveLength(1)
    expect(pagesOf(8).map(({ length }) => length)).toEqual([4, 4])
    expect(pagesOf(11).map(({ length }) => length)).toEqual([6, 5])
    for (let players = 3; players <= 12; players++)
      expect(pagesOf(players).flat()).toEqual(Array.from({ length: players }, (_, seat) => seat))
  })

  test('fill a page and never more', () => {
    for (const rows of [9, 14])
      for (const sheets of [3, 4, 5, 6]) {
        const height = Math.ceil(sheets / 2) * (11 + rows * rowHeight(rows, sheets) + 5)
        expect(height).toBeLessThanOrEqual(250)
        expect(rowHeight(rows, sheets)).toBeGreaterThan(4.5) // a circle for a pen
      }
  })

  test('say what the third round is worth (N13)', () => {
    expect(rowsOf('basic', 3)[0]).toEqual(['won_third', 4]) // with Jörg
    expect(rowsOf('pro', 7)[0]).toEqual(['won_third', 7])
  })
})
