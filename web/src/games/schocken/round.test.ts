import { expect, test } from 'vitest'
import type { HandRank, SchockenShown } from '../../lib/messages'
import { slideMs, slideOf, tiesOf } from './round'

interface Round {
  stones?: number[]
  middle?: number
  lost?: number[]
  standings?: number[]
  heights?: number[]
  throws?: number[]
  ties?: 'order' | 'throws_then_order'
}

/** As much of a game of three as the end of a round looks at. */
function shown(round: Round): SchockenShown {
  const ranks = (round.heights ?? [321, 322, 323]).map((height): HandRank => ({ name: '', stones: 1, height, said: '' }))
  const hands = (round.throws ?? [1, 1, 1]).map((throws) => ({ kept: [], thrown: [], throws }))
  const { stones = [0, 0, 0], middle = 13, lost = [], ties = 'order', standings = [] } = round
  const game = { game: 'schocken', view: { options: { ties }, stones, middle, lost, hands }, facts: { standings, ranks } }
  return game as unknown as SchockenShown
}

test('stones slide from the middle to the lowest', () => {
  const before = shown({ stones: [1, 0, 2], middle: 10 })
  const after = shown({ standings: [1, 0, 2], stones: [1, 0, 5], middle: 7 })
  expect(slideOf(before, after)).toEqual({ from: 'middle', to: 2, stones: 3 })
})

test('once the middle is empty they come from the best throw', () => {
  const before = shown({ stones: [6, 4, 3], middle: 0 })
  const after = shown({ standings: [1, 0, 2], stones: [6, 2, 5], middle: 0 })
  expect(slideOf(before, after)).toEqual({ from: 1, to: 2, stones: 2 })
})

test('a lost half sends all that lay to its loser, although they are laid out anew at once', () => {
  const before = shown({ stones: [1, 0, 2], middle: 10 })
  const after = shown({ standings: [1, 0, 2], stones: [0, 0, 0], middle: 13, lost: [2] })
  expect(slideOf(before, after)).toEqual({ from: 'middle', to: 2, stones: 10 })
})

test('many stones slide in a stack', () => {
  expect(slideMs(40)).toBe(slideMs(13))
  expect(slideMs(2)).toBeGreaterThan(slideMs(1))
})

test('of two equal lowest throws the later one loses, or the one that took more throws (S8)', () => {
  const equal = { standings: [1, 0, 2], heights: [321, 655, 321] }
  const lowest = (round: Round) => tiesOf(shown(round)).lowest
  expect(lowest(equal)).toEqual({ higher: 0, lower: 2, why: 'later' })
  expect(lowest({ ...equal, throws: [1, 1, 2] })?.why).toBe('later')
  expect(lowest({ ...equal, throws: [1, 1, 2], ties: 'throws_then_order' })?.why).toBe('throws')
  expect(lowest({ ...equal, ties: 'throws_then_order' })?.why).toBe('later')
  expect(lowest({ standings: [1, 0, 2], heights: [322, 655, 321] })).toBeNull()
  expect(lowest({})).toBeNull()
})

test('of two equal throws on top one is the best, and it is told why (S8)', () => {
  const equal: Round = { standings: [1, 0, 2], heights: [655, 655, 321] }
  expect(tiesOf(shown(equal))).toEqual({ best: { higher: 1, lower: 0, why: 'later' }, lowest: null })
  const sooner: Round = { ...equal, throws: [2, 1, 1], ties: 'throws_then_order' }
  expect(tiesOf(shown(sooner)).best?.why).toBe('throws')
})

test('where all throw the same only the lowest one needs a reason', () => {
  expect(tiesOf(shown({ standings: [0, 1, 2], heights: [655, 655, 655] }))).toEqual({
    best: null,
    lowest: { higher: 1, lower: 2, why: 'later' },
  })
})
