import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Snapshot, Step, Steps } from '../src/lib/messages'
import { settings } from '../src/lib/settings.svelte'
import { TablePlayback } from '../src/lib/playback.svelte'
import { COVER, played, stepOf } from './entries'

let seen: number[]
let told: number[]
let settled: number
let shown: TablePlayback

beforeEach(() => {
  vi.useFakeTimers()
  settings.speed = 1
  seen = []
  told = []
  settled = 0
  shown = new TablePlayback({
    lasts: (step) => (step.e.t === 'played' ? 700 : 0),
    shown: (step) => seen.push(step.v),
    told: (step) => told.push(step.v),
    settled: () => (settled += 1),
  })
  shown.receive({ m: 'snapshot', v: 10, now: 0, table: {}, game: null, told: [], clock: null } as unknown as Snapshot)
  settled = 0
})

afterEach(() => {
  shown.close()
  vi.useRealTimers()
})

const step = (v: number, e: Step['e'] = played(COVER)): Step => ({ ...stepOf(e, undefined, v), told: [{ key: `told-${v}` }] })
const SAT: Step['e'] = { t: 'sat', seat: 0, name: 'Ada' }
const steps = (...list: Step[]): Steps => ({ m: 'steps', steps: list, clock: null })

test('entries are shown in order, each for its duration', () => {
  shown.receive(steps(step(11), step(12)))
  expect(seen).toEqual([11])
  expect(shown.step?.v).toBe(11)
  vi.advanceTimersByTime(699)
  expect(seen).toEqual([11])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual([11, 12])
  vi.advanceTimersByTime(700)
  expect(shown.step).toBeNull()
  expect(settled).toBe(1)
})

test('texts wait for the animation', () => {
  shown.receive(steps(step(11), step(12)))
  expect([told, shown.log]).toEqual([[], []])
  vi.advanceTimersByTime(700)
  expect(told).toEqual([11])
  expect(shown.log.map((line) => line.v)).toEqual([11])
  shown.hurry()
  expect(told).toEqual([11, 12])
})

test('entries without animation take no time', () => {
  shown.receive(steps(step(11, { t: 'emoted', seat: 0, emote: 'hello' }), step(12, SAT)))
  expect(seen).toEqual([11, 12])
  expect(settled).toBe(1)
})

test('a tap shows everything that has arrived', () => {
  shown.receive(steps(step(11), step(12), step(13)))
  shown.hurry()
  expect(seen).toEqual([11, 12, 13])
  expect(shown.v).toBe(13)
})

test('without animations everything is shown at once', () => {
  settings.speed = 0
  shown.receive(steps(step(11), step(12)))
  expect(seen).toEqual([11, 12])
})

test('a long queue is skipped', () => {
  shown.receive(steps(...Array.from({ length: 40 }, (_, index) => step(11 + index))))
  expect(seen.at(-1)).toBe(39)
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
