import { expect, test } from 'vitest'
import type { ZockEvent } from '../../lib/messages'
import { coversIn, lit, settled, tap, toggle } from './covers'

// Variant C with 4 and 3 thrown (K5's worked example).
const PRODUCTS = [[3, 4], [7], [2, 5], [1, 6], [1, 2], [1]]

test('only covers are read from the moves of a decision', () => {
  const moves: ZockEvent[] = [
    { e: 'pass', seat: 0 },
    { e: 'cover', seat: 0, fields: [3, 6] },
    { e: 'object', seat: 0 },
  ]
  expect(coversIn(moves)).toEqual([[3, 6]])
})

test('every field of a possible cover is lit, and then those that go with what is chosen', () => {
  expect([...lit(PRODUCTS, [])].sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect([...lit(PRODUCTS, [1])].sort()).toEqual([1, 2, 6])
  expect([...lit(PRODUCTS, [2])].sort()).toEqual([1, 2, 5])
})

test('a field of a single cover covers at once, with all that belongs to it', () => {
  expect(tap(PRODUCTS, [], 7)).toEqual({ chosen: [7], cover: [7] })
  expect(tap(PRODUCTS, [], 4)).toEqual({ chosen: [3, 4], cover: [3, 4] })
})

test('a field of several covers is chosen first, and the next tap settles', () => {
  expect(tap(PRODUCTS, [], 2)).toEqual({ chosen: [2], cover: null })
  expect(tap(PRODUCTS, [2], 5)).toEqual({ chosen: [2, 5], cover: [2, 5] })
  expect(tap(PRODUCTS, [1], 6)).toEqual({ chosen: [1, 6], cover: [1, 6] })
})

test('a chosen field can be put back, even where that leaves a single cover', () => {
  expect(tap(PRODUCTS, [2], 2)).toEqual({ chosen: [], cover: null })
  expect(
    tap(
      [
        [1, 2],
        [2, 3],
      ],
      [1, 2],
      2,
    ),
  ).toEqual({ chosen: [1], cover: null })
})

test('a field that does not go with the chosen ones begins anew, and one of no cover does nothing', () => {
  expect(tap(PRODUCTS, [2], 7)).toEqual({ chosen: [7], cover: [7] })
  expect(tap(PRODUCTS, [2], 9)).toEqual({ chosen: [2], cover: null })
})

test('toggling by keys settles nothing by itself', () => {
  expect(toggle(PRODUCTS, [], 7)).toEqual([7])
  expect(toggle(PRODUCTS, [6], 1)).toEqual([1, 6])
})

test('Enter takes exactly the chosen fields, or the only cover that they can become', () => {
  expect(settled(PRODUCTS, [])).toBeNull()
  expect(settled(PRODUCTS, [1])).toEqual([1])
  expect(settled(PRODUCTS, [2])).toBeNull()
  expect(settled(PRODUCTS, [5])).toEqual([2, 5])
})
