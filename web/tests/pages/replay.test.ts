import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Replay, ReplayStep } from '../../src/lib/messages'
import { chaptersOf, chapterAfter, chapterAt, chapterBefore } from '../../src/pages/replay/chapters'
import { StepPlayer } from '../../src/pages/replay/stepPlayer.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const entry = (event: string, view: object = {}, game = 'zock'): ReplayStep =>
  ({ e: { t: 'played', event: { e: event } }, told: [], game: { game, view } }) as unknown as ReplayStep
const replay = (game: string, steps: ReplayStep[], view: object = {}): Replay =>
  ({ game, start: { game, view }, steps }) as unknown as Replay

test('a game of ZOCK begins with its first roll-off, also if that is thrown again', () => {
  const steps = ['roll_off', 'roll_off', 'throw', 'cover', 'roll_off', 'throw'].map((event) => entry(event))
  expect(chaptersOf(replay('zock', steps))).toEqual([
    { at: 1, number: 1 },
    { at: 5, number: 2 },
  ])
})

test('a turn of Zock’n’Roll begins with its cups', () => {
  const steps = ['starter', 'cups', 'white', 'drop', 'cups'].map((event) => entry(event))
  expect(chaptersOf(replay('zocknroll', steps)).map(({ at }) => at)).toEqual([2, 5])
})

test('a round of Schocken begins with the first throw after the cups were lifted', () => {
  const up = { cups_up: true }
  const down = { cups_up: false }
  const steps = [entry('starter', up, 'schocken'), entry('throw', down, 'schocken'), entry('throw', down, 'schocken')]
  steps.push(entry('stand', up, 'schocken'), entry('throw', down, 'schocken'))
  expect(chaptersOf(replay('schocken', steps, up)).map(({ at }) => at)).toEqual([2, 5])
})

test('"previous" goes to the beginning of the chapter first, then to the one before', () => {
  const places = [
    { at: 2, number: 1 },
    { at: 5, number: 2 },
  ]
  expect(chapterBefore(places, 7)).toBe(5)
  expect(chapterBefore(places, 5)).toBe(2)
  expect(chapterBefore(places, 2)).toBe(0)
  expect(chapterAfter(places, 2, 9)).toBe(5)
  expect(chapterAfter(places, 6, 9)).toBe(9)
  expect(chapterAt(places, 4)?.number).toBe(1)
  expect(chapterAt(places, 1)).toBeNull()
})

test('a player plays to the end, stops there and restarts', () => {
  const player = new StepPlayer(
    3,
    () => 100,
    () => {},
  )
  player.play()
  vi.advanceTimersByTime(250)
  expect([player.position, player.playing]).toEqual([2, true])
  vi.advanceTimersByTime(1000)
  expect([player.position, player.playing]).toEqual([3, false])
  player.toggle()
  expect([player.position, player.playing]).toEqual([0, true])
  player.pause()
  vi.advanceTimersByTime(1000)
  expect(player.position).toBe(0)
})

test('jumps stay in range, and only a step ahead is animated', () => {
  const shown: [number, boolean][] = []
  const player = new StepPlayer(
    3,
    () => 100,
    (position, ahead) => shown.push([position, ahead]),
  )
  for (const position of [99, -4, 1, 0]) player.go(position)
  expect(shown).toEqual([
    [3, false],
    [0, false],
    [1, true],
    [0, false],
  ])
})
