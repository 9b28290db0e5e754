import { expect, test } from 'vitest'
import { played, stepOf } from '../../../tests/entries'
import type { HandRank, SchockenEvent, SchockenShown, Step } from '../../lib/messages'
import { sounds, lasts, liftDelay, liftedBy, matDelay, revealMs, revealOf, slidesAt, tiesOf } from './reveal'

interface Round {
  covered?: boolean[]
  covers_next?: boolean
  stones?: number[]
  middle?: number
  rounds?: number
  lost?: number[]
  order?: number[]
  standings?: number[]
  heights?: number[]
  throws?: number[]
  ties?: 'order' | 'throws_then_order'
}

/** As much of a game of three as a reveal looks at. */
function shown(round: Round): SchockenShown {
  const ranks = (round.heights ?? [321, 322, 323]).map((height): HandRank => ({ name: '', stones: 1, height, said: '' }))
  const hands = (round.throws ?? [1, 1, 1]).map((throws) => ({ kept: [], thrown: [], throws }))
  const { stones = [0, 0, 0], middle = 13, rounds = 0, lost = [], ties = 'order' } = round
  const { covered = [false, false, false], covers_next = false, order = [0, 1, 2], standings = [] } = round
  const game = {
    game: 'schocken',
    view: { options: { ties }, stones, middle, rounds, lost, hands },
    facts: { covered, covers_next, order, standings, ranks },
  }
  return game as unknown as SchockenShown
}

const entry = (event: SchockenEvent, game?: SchockenShown): Step => stepOf(played(event), game)
const stand: SchockenEvent = { e: 'stand', seat: 2 }
const thrown: SchockenEvent = { e: 'throw', seat: 2, keep: [], dice: [1, 2, 3] }

test('cups that were down go up in the order of throwing, the last throw with them if it was covered', () => {
  const before = shown({ covered: [true, true, false], covers_next: true, order: [1, 2, 0] })
  const after = shown({ rounds: 1, order: [1, 2, 0], standings: [0, 1, 2], middle: 12, stones: [0, 0, 1] })
  expect(revealOf(entry(thrown), before, after)?.lifted).toEqual([1, 2, 0])
  expect(revealOf(entry(stand), before, after)?.lifted).toEqual([1, 0])
})

test('nothing is revealed before the round is over, nor to a viewer who has just arrived', () => {
  const game = shown({ rounds: 1 })
  expect(revealOf(entry(stand), game, game)).toBeNull()
  expect(revealOf(entry(stand), null, game)).toBeNull()
  expect(revealOf(null, shown({}), game)).toBeNull()
})

test('stones slide from the middle to the lowest, and lie where they were until then', () => {
  const before = shown({ stones: [1, 0, 2], middle: 10 })
  const after = shown({ rounds: 1, standings: [1, 0, 2], stones: [1, 0, 5], middle: 7 })
  const reveal = revealOf(entry(stand), before, after)
  expect(reveal?.slide).toEqual({ from: 'middle', to: 2, stones: 3 })
  expect(reveal?.before).toEqual({ stones: [1, 0, 2], middle: 10 })
})

test('once the middle is empty they come from the best throw', () => {
  const before = shown({ stones: [6, 4, 3], middle: 0 })
  const after = shown({ rounds: 1, standings: [1, 0, 2], stones: [6, 2, 5], middle: 0 })
  expect(revealOf(entry(stand), before, after)?.slide).toEqual({ from: 1, to: 2, stones: 2 })
})

test('a lost half sends all that lay to its loser, although they are laid out anew at once', () => {
  const before = shown({ stones: [1, 0, 2], middle: 10 })
  const after = shown({ rounds: 1, standings: [1, 0, 2], stones: [0, 0, 0], middle: 13, lost: [2] })
  expect(revealOf(entry(stand), before, after)?.slide).toEqual({ from: 'middle', to: 2, stones: 10 })
})

test('cups rise one after the other, and best and lowest are named when the last one is up', () => {
  const before = shown({ covered: [true, true, true] })
  const after = shown({ rounds: 1, standings: [1, 0, 2], stones: [0, 0, 2], middle: 11 })
  const reveal = revealOf(entry(stand), before, after)!
  const delays = [0, 1, 2].map((place) => liftDelay(place, 3))
  expect([...delays].sort((one, other) => one - other)).toEqual(delays)
  expect(new Set(delays).size).toBe(3)
  expect(liftedBy(reveal)).toBeGreaterThan(delays[2]!)
  expect(matDelay(reveal, 0)).toBeGreaterThan(liftedBy(reveal))
  expect(revealMs(reveal)).toBeGreaterThan(matDelay(reveal, 1))
  expect(lasts(entry(stand, after), before)).toBeGreaterThan(revealMs(reveal))
})

test('two dozen cups do not take for ever', () => {
  expect(liftDelay(23, 24)).toBeLessThan(6000)
})

test('entries that are no moves of the game are not waited for', () => {
  expect(lasts({ v: 1, at: 0, e: { t: 'emoted', seat: 0, emote: 'hello' } }, null)).toBe(0)
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

test('a cup sounds when it goes up, and the mats when they slide', () => {
  const before = shown({ covered: [true, true, false] })
  const after = shown({ rounds: 1, standings: [0, 1, 2], middle: 12, stones: [0, 0, 1] })
  const reveal = revealOf(entry(stand), before, after)!
  expect(sounds(entry(stand, after), before)).toEqual([
    ['cup', liftDelay(0, 2)],
    ['cup', liftDelay(1, 2)],
    ['mat', slidesAt(reveal)],
  ])
  expect(sounds(entry(stand, before), before)).toEqual([])
})
