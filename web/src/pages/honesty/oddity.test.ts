import { expect, test } from 'vitest'
import { oddity } from './oddity'

test('a p-value is a share of honest servers', () => {
  expect(oddity(0.05)).toEqual({ key: 'one-in', many: 20, odd: false })
  expect(oddity(0.00294)).toEqual({ key: 'one-in', many: 340, odd: true })
  expect(oddity(1 / 3)).toEqual({ key: 'one-in', many: 3, odd: false })
})

test('what happens to every second one is no news', () => {
  expect(oddity(0.4)).toEqual({ key: 'one-in', many: 3, odd: false })
  expect(oddity(0.5).key).toBe('common')
  expect(oddity(1).key).toBe('common')
})

test('too few dice say nothing, and no number is endless', () => {
  expect(oddity(null)).toEqual({ key: 'few', many: 0, odd: false })
  expect(oddity(0)).toEqual({ key: 'never', many: 1e6, odd: true })
})
