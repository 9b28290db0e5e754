import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Snapshot, Step, Steps } from '../src/lib/messages'
import type { AnyGame, Beat } from '../src/games/contract'
import { settings, tempo } from '../src/lib/settings.svelte'
import { TablePlayback } from '../src/lib/playback.svelte'
import { COVER, played, stepOf } from './entries'

let seen: number[]
let told: number[]
let settled: number
let idle: boolean
let shown: TablePlayback

beforeEach(() => {
  vi.useFakeTimers()
  settings.speed = 1
  seen = []
  told = []
  settled = 0
  idle = false
  shown = new TablePlayback({
    beats: (step, before) => (step.e.t === 'played' ? beats(before!) : []),
    began: (step) => seen.push(step.v),
    told: (step) => told.push(step.v),
    idle: () => idle,
    settled: () => (settled += 1),
  })
  shown.receive({ m: 'snapshot', v: 10, now: 0, table: {}, game: null, told: [], clock: null } as unknown as Snapshot)
  settled = 0
})

afterEach(() => {
  shown.close()
  vi.useRealTimers()
})

/** The dice fly for 500 ms, and lie for 200 ms before the next entry. */
const beats = (before: AnyGame): Beat[] => [
  { kind: 'fly', cups: [], ms: 500, game: before },
  { kind: 'lie', cups: [], ms: 200, game: before },
]
const step = (v: number, e: Step['e'] = played(COVER)): Step => ({ ...stepOf(e, undefined, v), told: [{ key: `told-${v}` }] })
const SAT: Step['e'] = { t: 'sat', seat: 0, name: 'Ada' }
const steps = (...list: Step[]): Steps => ({ m: 'steps', steps: list, clock: null })

test('entries are shown in order, each for its beats', () => {
  shown.receive(steps(step(11), step(12)))
  expect(seen).toEqual([11])
  expect(shown.beat).toEqual({ kind: 'fly', cups: [], v: 11 })
  vi.advanceTimersByTime(500)
  expect(shown.beat).toEqual({ kind: 'lie', cups: [], v: 11 })
  vi.advanceTimersByTime(199)
  expect(seen).toEqual([11])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual([11, 12])
  vi.advanceTimersByTime(700)
  expect(shown.beat).toBeNull()
  expect(settled).toBe(1)
})

test('an outcome is told in the last beat', () => {
  shown.receive(steps(step(11), step(12)))
  vi.advanceTimersByTime(499)
  expect([told, shown.log]).toEqual([[], []])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([11])
  expect(shown.log.map((line) => line.v)).toEqual([11])
})

test('the clock of the next turn waits for the stage', () => {
  const clock = { seat: 1, left: 9000, limit: 9000, runs: true }
  shown.receive({ m: 'steps', steps: [step(11)], clock })
  vi.advanceTimersByTime(699)
  expect(shown.clock).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown.clock).toEqual(clock)
})

test('entries without animation take no time', () => {
  shown.receive(steps(step(11, { t: 'emoted', seat: 0, emote: 'hello' }), step(12, SAT)))
  expect(seen).toEqual([11, 12])
  expect(settled).toBe(1)
})

test('a tap ends the running entry only', () => {
  shown.receive(steps(step(11), step(12), step(13)))
  shown.skip()
  expect([told, seen]).toEqual([[11], [11, 12]])
  vi.advanceTimersByTime(500)
  shown.skip()
  expect([told, seen]).toEqual([
    [11, 12],
    [11, 12, 13],
  ])
})

test('without animations everything is shown at once', () => {
  settings.speed = 0
  shown.receive(steps(step(11), step(12)))
  expect(seen).toEqual([11, 12])
})

test('a long queue is played fast, and the page says so', () => {
  shown.receive(steps(...Array.from({ length: 8 }, (_, index) => step(11 + index))))
  expect([shown.catchingUp, tempo.rate]).toEqual([true, 6])
  vi.advanceTimersByTime(5 * 700)
  expect([shown.catchingUp, tempo.rate]).toEqual([false, 1])
})

test('of a very long queue only the end is played', () => {
  shown.receive(steps(...Array.from({ length: 40 }, (_, index) => step(11 + index))))
  expect(seen.at(-1)).toBe(27)
})

test('the playback is four times as fast while only bots play, until the viewer slows it down', () => {
  idle = true
  shown.receive(steps(...Array.from({ length: 9 }, (_, index) => step(11 + index))))
  expect([shown.forward, tempo.rate]).toEqual([true, 4])
  shown.slowDown()
  expect([shown.forward, shown.catchingUp, tempo.rate]).toEqual([false, false, 1])
  idle = false
  shown.skip()
  idle = true
  shown.skip()
  expect(shown.forward).toBe(true)
})

test('duplicate entries are ignored', () => {
  shown.receive(steps(step(11, SAT)))
  expect(shown.receive(steps(step(11, SAT), step(12, SAT)))).toBe(true)
  expect(seen).toEqual([11, 12])
})

test('a gap in versions is detected, and nothing after it is shown', () => {
  expect(shown.receive(steps(step(12, SAT)))).toBe(false)
  expect(seen).toEqual([])
})

test('a new game starts a new log', () => {
  shown.receive(steps(step(11, SAT), step(12, { t: 'started', number: 2 }), step(13, SAT)))
  expect(shown.log.map((line) => line.v)).toEqual([12, 13])
})

test('a snapshot replaces the queue', () => {
  shown.receive(steps(step(11), step(12)))
  shown.receive({ m: 'snapshot', v: 20, now: 0, table: {}, game: null, told: [], clock: null } as unknown as Snapshot)
  vi.advanceTimersByTime(5000)
  expect(seen).toEqual([11])
  expect(shown.v).toBe(20)
})
