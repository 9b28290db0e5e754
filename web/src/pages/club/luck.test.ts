import { expect, test } from 'vitest'
import { largest, verdictOn } from './luck'

test('dice are lucky or unlucky only outside the range of fair ones', () => {
  expect(verdictOn({ games: 9, luck: 1.9, spread: 2 })).toBe('fair')
  expect(verdictOn({ games: 9, luck: 2.1, spread: 2 })).toBe('lucky')
  expect(verdictOn({ games: 9, luck: -2.1, spread: 2 })).toBe('unlucky')
  expect(verdictOn({ games: 0, luck: 0, spread: 0 })).toBe('none')
})

test('the common scale has room for all ranges', () => {
  const all = [
    { luck: -3, spread: 1 },
    { luck: 0.2, spread: 2 },
  ]
  for (const { luck, spread } of all) expect(largest(all)).toBeGreaterThan(Math.max(Math.abs(luck), spread))
  expect(largest([])).toBeGreaterThan(0)
})
