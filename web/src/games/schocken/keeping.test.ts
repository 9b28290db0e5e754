import { expect, test } from 'vitest'
import type { SchockenThrow } from '../../lib/messages'
import { flipsIn, isKept, isMade, keeping, lying, throwsIn, whyFixed, type Hand } from './keeping'

const move = (keep: number[], flip?: 1 | 2): SchockenThrow => ({
  e: 'throw',
  seat: 0,
  keep,
  dice: Array.from({ length: 3 - keep.length }, () => 0),
  ...(flip ? { flip } : {}),
})
const fresh = (...thrown: number[]): Hand => ({ kept: [], thrown, throws: 1 })

// What the engine offers after 1 4 4 (S4): every choice of at most two dice, each once.
const HAND = fresh(1, 4, 4)
const THROWS = [[], [1], [4], [1, 4], [4, 4]].map((keep) => move(keep))

// After 2 6 6 where sixes may become ones (H1).
const SIXES = fresh(2, 6, 6)
const FLIPS = [...[[], [2], [6], [2, 6], [6, 6]].map((keep) => move(keep)), move([1], 1), move([1, 2], 1)]

test('throws are told from standing', () => {
  expect(throwsIn([{ e: 'stand', seat: 0 }, move([1])])).toEqual([move([1])])
})

test('tapped dice are kept whatever their order, and equal dice stand for each other', () => {
  const dice = lying(HAND, THROWS, 0)
  expect(keeping(THROWS, dice, new Set(), 0)).toEqual(move([]))
  expect(keeping(THROWS, dice, new Set([2, 0]), 0)).toEqual(move([1, 4]))
  expect(keeping(THROWS, dice, new Set([1, 2]), 0)).toEqual(move([4, 4]))
})

test('three kept dice are no throw', () => {
  expect(keeping(THROWS, lying(HAND, THROWS, 0), new Set([0, 1, 2]), 0)).toBeNull()
})

test('dice kept before are free where some move gives them back, and fixed where none does', () => {
  const hand: Hand = { kept: [4], thrown: [1, 4], throws: 2 }
  expect(lying(hand, THROWS, 0).map((die) => die.fixed)).toEqual([null, null, null])
  const stay = [move([4]), move([1, 4]), move([4, 4])]
  const dice = lying(hand, stay, 0)
  expect(dice.map((die) => die.fixed)).toEqual(['kept', null, null])
  expect(whyFixed(dice[0]!)).toBe('stays')
  expect(keeping(stay, dice, new Set([1]), 0)).toEqual(move([1, 4]))
})

test('a six becomes a one, its brother goes back into the cup, and the third die is free', () => {
  expect(flipsIn(FLIPS)).toEqual([0, 1])
  const dice = lying(SIXES, FLIPS, 1)
  expect(dice.map((die) => [die.value, die.fixed, whyFixed(die)])).toEqual([
    [2, null, null],
    [1, 'kept', 'turned'],
    [6, 'thrown', 'thrown'],
  ])
  expect(keeping(FLIPS, dice, new Set(), 1)).toEqual(move([1], 1))
  expect(keeping(FLIPS, dice, new Set([0]), 1)).toEqual(move([1, 2], 1))
  expect(isKept(dice[2]!, new Set([2]))).toBe(false)
})

test('without a flip sixes are dice like any other', () => {
  expect(keeping(FLIPS, lying(SIXES, FLIPS, 0), new Set([1, 2]), 0)).toEqual(move([6, 6]))
})

test('a one that fell and a one made of sixes are different moves', () => {
  const throws = [move([1], 1), move([1, 1], 1), move([1]), move([])]
  expect(keeping(throws, lying(fresh(1, 6, 6), throws, 0), new Set([0]), 0)).toEqual(move([1]))
  expect(keeping(throws, lying(fresh(1, 6, 6), throws, 1), new Set(), 1)).toEqual(move([1], 1))
})

test('no more dice are kept than were tapped', () => {
  const throws = [move([4, 4]), move([4]), move([])]
  expect(keeping(throws, lying(HAND, throws, 0), new Set([1]), 0)).toEqual(move([4]))
})

test('three sixes make two ones, and one is thrown again', () => {
  const dice = lying(fresh(6, 6, 6), [move([1, 1], 2)], 2)
  expect(dice.map((die) => die.value)).toEqual([1, 1, 6])
  expect(keeping([move([1, 1], 2)], dice, new Set(), 2)).toEqual(move([1, 1], 2))
})

const rank = (name: string, height: number) => ({ name: `rank-${name}`, stones: 1, height, said: name })

test.each([
  ['a Schock', [rank('schock', 60), null, null], true],
  ['a Straße behind a Schock', [rank('strasse', 40), rank('schock', 60), null], true],
  ['the best of the hands that lie open', [rank('ordinary', 9), rank('ordinary', 8), null], true],
  ['a plain throw before all others', [rank('ordinary', 9), null, null], false],
  ['a plain throw level with another, which came first', [rank('ordinary', 9), rank('ordinary', 9), null], false],
  ['hidden dice', [null, rank('ordinary', 8), null], false],
])('a reroll after %s', (_, ranks, made) => {
  expect(isMade(ranks, 0)).toBe(made)
})
