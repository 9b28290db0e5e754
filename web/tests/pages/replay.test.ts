import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Replay, ReplayStep } from '../../src/lib/messages'
import { beginnings, placeAfter, placeAt, placeBefore } from '../../src/pages/replay/marks'
import { Tape } from '../../src/pages/replay/tape.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const entry = (event: string, view: object = {}, game = 'zock'): ReplayStep =>
  ({ e: { t: 'played', event: { e: event } }, told: [], game: { game, view } }) as unknown as ReplayStep
const replay = (game: string, steps: ReplayStep[], view: object = {}): Replay =>
  ({ game, start: { game, view }, steps }) as unknown as Replay

test('a game of ZOCK begins with its first roll-off, also if that is thrown again', () => {
  const steps = ['roll_off', 'roll_off', 'throw', 'cover', 'roll_off', 'throw'].map((event) => entry(event))
  expect(beginnings(replay('zock', steps))).toEqual([
    { at: 1, number: 1 },
    { at: 5, number: 2 },
  ])
})

test('a turn of Zock’n’Roll begins with its cups', () => {
  const steps = ['starter', 'cups', 'white', 'drop', 'cups'].map((event) => entry(event))
  expect(beginnings(replay('zocknroll', steps)).map(({ at }) => at)).toEqual([2, 5])
})

test('a round of Schocken begins with the first throw after the cups were lifted', () => {
  const up = { cups_up: true }
  const down = { cups_up: false }
  const steps = [entry('starter', up, 'schocken'), entry('throw', down, 'schocken'), entry('throw', down, 'schocken')]
  steps.push(entry('stand', up, 'schocken'), entry('throw', down, 'schocken'))
  expect(beginnings(replay('schocken', steps, up)).map(({ at }) => at)).toEqual([2, 5])
})

test('jumps go to the own beginning first, then to the one before', () => {
  const places = [
    { at: 2, number: 1 },
    { at: 5, number: 2 },
  ]
  expect(placeBefore(places, 7)).toBe(5)
  expect(placeBefore(places, 5)).toBe(2)
  expect(placeBefore(places, 2)).toBe(0)
  expect(placeAfter(places, 2, 9)).toBe(5)
  expect(placeAfter(places, 6, 9)).toBe(9)
  expect(placeAt(places, 4)?.number).toBe(1)
  expect(placeAt(places, 1)).toBeNull()
})

test('a tape plays to its end, stops there and begins anew', () => {
  const tape = new Tape(3, () => 100)
  tape.play()
  vi.advanceTimersByTime(250)
  expect([tape.position, tape.playing]).toEqual([2, true])
  vi.advanceTimersByTime(1000)
  expect([tape.position, tape.playing]).toEqual([3, false])
  tape.toggle()
  expect([tape.position, tape.playing]).toEqual([0, true])
  tape.pause()
  vi.advanceTimersByTime(1000)
  expect(tape.position).toBe(0)
})

test('jumps stay within the tape, and only a step ahead moves dice', () => {
  const tape = new Tape(3, () => 100)
  tape.go(99)
  expect([tape.position, tape.stepped]).toEqual([3, false])
  tape.go(-4)
  expect(tape.position).toBe(0)
  tape.go(1)
  expect(tape.stepped).toBe(true)
  tape.go(0)
  expect(tape.stepped).toBe(false)
})
