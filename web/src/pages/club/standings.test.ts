import { describe, expect, test } from 'vitest'
import type { Standing } from '../../lib/messages'
import { bestOf, columnsOf, sorted } from './standings'

const NOTHING = { draws: 0, halves: 0, finals: 0, won: 0, noted: 0, streak: 0, longest: 0, longest_lost: 0 }
const RATED = { mu: 25, sigma: 8, rating: 1 }

const of = (name: string, games: number, wins: number, losses: number): Standing => ({
  ...{ member: name.length, name, games, wins, losses },
  ...NOTHING,
  ...RATED,
})

const LINES = [of('Anna', 10, 5, 2), of('Ben', 4, 3, 1), of('Cleo', 8, 5, 1), of('Dora', 2, 0, 2)]
const names = (lines: readonly Standing[]): (string | null)[] => lines.map(({ name }) => name)

describe('standings', () => {
  test('are sorted by a column, and equal lines keep their order', () => {
    expect(names(sorted(LINES, 'wins', true))).toEqual(['Anna', 'Cleo', 'Ben', 'Dora'])
    expect(names(sorted(LINES, 'share', true))).toEqual(['Ben', 'Cleo', 'Anna', 'Dora'])
    expect(names(sorted(LINES, 'losses', false))).toEqual(['Ben', 'Cleo', 'Anna', 'Dora'])
  })

  test('have the columns of their game', () => {
    expect(columnsOf('schocken', LINES)).toContain('finals')
    expect(columnsOf('zock', LINES)).not.toContain('finals')
    expect(columnsOf(null, LINES)).toEqual(['games', 'wins', 'share', 'losses', 'streak', 'rating'])
    expect(columnsOf(null, [...LINES, { ...LINES[0]!, noted: 3 }])).toContain('noted')
  })
})

describe('an evening', () => {
  test('is won by the most wins, then the fewest losses', () => {
    expect(names(bestOf(LINES))).toEqual(['Cleo'])
    expect(names(bestOf([of('Anna', 3, 2, 1), of('Ben', 3, 2, 1), of('Cleo', 3, 0, 3)]))).toEqual(['Anna', 'Ben'])
  })

  test('without a win or a member has no winner', () => {
    expect(bestOf([])).toEqual([])
    expect(bestOf([of('Anna', 1, 0, 1)])).toEqual([])
  })
})
