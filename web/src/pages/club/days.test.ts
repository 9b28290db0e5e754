import { expect, test } from 'vitest'
import { dayOf, lastDay, midnight } from './days'

test('a day is its local midnight, and back', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2028-02-29', '2026-12-31']) {
    expect(dayOf(midnight(day)!)).toBe(day)
    expect(lastDay(midnight(day, 1)!)).toBe(day) // the end of a season is exclusive
  }
})

test('what is no day is refused', () => {
  for (const day of ['', '16.11.2026', '2026-11', '1960-01-01']) expect(midnight(day)).toBeNull()
})
