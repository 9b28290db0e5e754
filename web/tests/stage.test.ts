import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyGame, Beat } from '../src/games/contract'
import { settings } from '../src/lib/settings.svelte'
import { Stage } from '../src/lib/stage.svelte'

const game = (name: string) => ({ game: 'zock', names: [name] }) as unknown as AnyGame
const [BEFORE, SHAKEN, FALLEN, AFTER] = ['before', 'shaken', 'fallen', 'after'].map(game) as [AnyGame, AnyGame, AnyGame, AnyGame]
const BEATS: Beat[] = [
  { kind: 'shake', cups: [0], ms: 300, game: SHAKEN },
  { kind: 'fly', cups: [0], ms: 600, game: FALLEN },
  { kind: 'read', ms: 200, game: AFTER },
]

let stage: Stage
let cues: string[]
const play = () => stage.play(7, BEATS, AFTER, { told: () => cues.push('told'), done: () => cues.push('done') })

beforeEach(() => {
  vi.useFakeTimers()
  settings.speed = 1
  cues = []
  stage = new Stage()
  stage.set(BEFORE)
})

afterEach(() => vi.useRealTimers())

test('each beat shows its own state, and the outcome is told in the last', () => {
  play()
  expect([stage.game, stage.beat, cues]).toEqual([SHAKEN, { kind: 'shake', cups: [0], v: 7 }, []])
  vi.advanceTimersByTime(300)
  expect([stage.game, stage.beat?.kind, cues]).toEqual([FALLEN, 'fly', []])
  vi.advanceTimersByTime(600)
  expect([stage.game, stage.beat?.kind, cues]).toEqual([AFTER, 'read', ['told']])
  vi.advanceTimersByTime(200)
  expect([stage.game, stage.beat, cues]).toEqual([AFTER, null, ['told', 'done']])
})

test.each([0, 300, 900])('a skip after %i ms ends the step, and tells it once', (ms) => {
  play()
  vi.advanceTimersByTime(ms)
  stage.skip()
  expect([stage.game, stage.beat, cues]).toEqual([AFTER, null, ['told', 'done']])
  vi.advanceTimersByTime(5000)
  expect(cues).toEqual(['told', 'done'])
})

test('at the speed "at once" the outcome is there before play returns', () => {
  settings.speed = 0
  play()
  expect([stage.game, cues]).toEqual([AFTER, ['told', 'done']])
})

test('another state replaces the running step, which is told no more', () => {
  play()
  stage.set(BEFORE)
  vi.advanceTimersByTime(5000)
  stage.skip()
  expect([stage.game, stage.beat, cues]).toEqual([BEFORE, null, []])
})
