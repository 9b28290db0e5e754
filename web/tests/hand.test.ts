import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shown } from '../src/games/zocknroll/game.fixture'
import type { AnyGame } from '../src/games/contract'
import { byHand, Hand } from '../src/lib/hand.svelte'

const NAMES = ['Anna', 'Ben', 'Cem']
const at = (phase: 'cups' | 'white' | 'starter' | 'decide') => shown(NAMES, { view: { phase, starter: 1 } })

let free: boolean
let released: string[]
let hand: Hand
const holds = (want: string, what: 'cups' | 'white' | null = 'cups'): boolean =>
  hand.holds(want, what, () => void released.push(want))

beforeEach(() => {
  vi.useFakeTimers()
  free = false
  released = []
  hand = new Hand(() => free)
})

afterEach(() => vi.useRealTimers())

test('every seat throws its cup, and the starter the white dice; other dice fall by themselves', () => {
  expect([0, 1, 2].map((seat) => byHand(at('cups'), seat))).toEqual(['cups', 'cups', 'cups'])
  expect([0, 1, 2].map((seat) => byHand(at('white'), seat))).toEqual([null, 'white', null])
  expect(byHand(at('starter'), 1)).toBeNull()
  expect(byHand({ game: 'zock' } as AnyGame, 1)).toBeNull()
})

test('a throw is held until the hand lets go, and not again after that', () => {
  expect([holds('a'), hand.due]).toEqual([true, 'cups'])
  hand.release()
  hand.release()
  expect([released, hand.due, holds('a'), holds('b')]).toEqual([['a'], null, false, true])
})

test('nothing is held for dice that are not thrown by hand, or while dice fall by themselves', () => {
  expect(holds('a', null)).toBe(false)
  free = true
  expect(holds('a')).toBe(false)
})

test('where a person sleeps, the cup begins to shake and is thrown after five seconds', () => {
  holds('a')
  expect([hand.show(), hand.show()]).toEqual([true, false])
  vi.advanceTimersByTime(4500)
  expect([hand.shaking, released]).toEqual([true, []])
  vi.advanceTimersByTime(500)
  expect([hand.shaking, released, hand.due]).toEqual([false, ['a'], null])
})

test('a want that is shown late is held for seven seconds at most', () => {
  holds('a')
  vi.advanceTimersByTime(4000)
  hand.show()
  vi.advanceTimersByTime(2999)
  expect(released).toEqual([])
  vi.advanceTimersByTime(1)
  expect(released).toEqual(['a'])
})

test('a want that is over is forgotten', () => {
  holds('a')
  hand.clear()
  vi.advanceTimersByTime(9000)
  expect([released, hand.due]).toEqual([[], null])
})
