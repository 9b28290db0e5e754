import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Weighed } from '../src/lib/messages'
import { settings } from '../src/lib/settings.svelte'
import { TableSession } from '../src/lib/tableSession.svelte'
import { Coaching, PATIENCE } from '../src/table/coach/coaching.svelte'
import { COVER } from './entries'
import { fakePage, FakeSocket } from './fakePage'

vi.mock('../src/games', () => ({ partsOf: vi.fn(() => Promise.resolve({})), beatsOf: () => [] }))

let session: TableSession
let coaching: Coaching
let questions: string[] = []
/** How the coach answers /weigh. */
let weighs: (signal: AbortSignal) => Promise<Response>

const weighed = (kind: Weighed['kind']): Response => Response.json({ v: 5, kind, loss: 0.1, reasons: [] })
const sent = (): number => FakeSocket.last.sent.length

beforeEach(() => {
  vi.useFakeTimers()
  fakePage()
  questions = []
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    questions.push(path.replace('/api/tables/bala/', ''))
    return path.endsWith('/weigh') ? weighs(signal!) : Promise.resolve(Response.json({ v: 5, moves: [], rows: [], choices: [] }))
  })
  // AbortSignal.timeout uses the browser's clock; this one uses the fake timers.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController()
    setTimeout(() => late.abort(), ms)
    return late.signal
  })
  Object.assign(settings, { takeBack: false, speed: 0, tutor: 'blunder' })
  session = new TableSession('bala')
  coaching = new Coaching(session)
  FakeSocket.last.opens()
  arrives(true)
})

afterEach(() => {
  coaching.close()
  session.close()
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  settings.tutor = 'off'
})

function arrives(help: boolean): void {
  const table = { code: 'bala', game: 'zock', phase: 'playing', settings: {}, seats: [], host: 0, you: 0, help }
  const game = { game: 'zock', now: { key: 'n' }, pending: { kind: 'decision', seat: 0, moves: [COVER] } }
  FakeSocket.last.says({ m: 'snapshot', v: 5, now: 0, table, game, told: [], clock: null })
}

const acts = async (): Promise<void> => {
  session.act(COVER)
  await vi.advanceTimersByTimeAsync(0)
}

test('a good move is sent after its evaluation', async () => {
  weighs = () => Promise.resolve(weighed('good'))
  await acts()
  expect([coaching.objection, sent(), questions.includes('weigh')]).toEqual([null, 1, true])
})

test('the tutor warns before a blunder, and nothing is sent until it is answered', async () => {
  weighs = () => Promise.resolve(weighed('blunder'))
  await acts()
  expect([coaching.objection?.weighed.kind, sent(), session.busy]).toEqual(['blunder', 0, true])
  await vi.advanceTimersByTimeAsync(2 * PATIENCE)
  expect(sent()).toBe(0)
  coaching.objection!.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect([coaching.objection, sent()]).toEqual([null, 1])
})

test('thinking again sends nothing and allows another choice', async () => {
  weighs = () => Promise.resolve(weighed('blunder'))
  await acts()
  coaching.objection!.answer(false)
  await vi.advanceTimersByTimeAsync(0)
  expect([coaching.objection, sent(), session.busy]).toEqual([null, 0, false])
})

test.each([
  ['mistake', 'blunder', false],
  ['mistake', 'mistake', true],
  ['inaccuracy', 'mistake', false],
  ['blunder', 'mistake', true],
] as const)('a %s with warnings from %s on: %s', async (kind, tutor, speaks) => {
  settings.tutor = tutor
  weighs = () => Promise.resolve(weighed(kind))
  await acts()
  expect([coaching.objection !== null, sent()]).toEqual([speaks, speaks ? 0 : 1])
})

test('a slow coach does not delay the move', async () => {
  weighs = (signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('late', 'AbortError'))))
  await acts()
  expect(sent()).toBe(0)
  await vi.advanceTimersByTimeAsync(PATIENCE)
  expect([coaching.objection, sent()]).toEqual([null, 1])
})

test.each([403, 500])('a coach that answers %d does not block a move', async (status) => {
  weighs = () => Promise.resolve(new Response('{}', { status }))
  await acts()
  expect([coaching.objection, sent()]).toEqual([null, 1])
})

test.each([
  ['the tutor is off', 'off', true],
  ['help is not allowed', 'mistake', false],
] as const)('the tutor is not asked if %s', async (_, tutor, help) => {
  settings.tutor = tutor
  arrives(help)
  await acts()
  expect([sent(), questions.includes('weigh')]).toEqual([1, false])
})

test('a decision that is out of date is dropped', async () => {
  weighs = () => Promise.resolve(weighed('blunder'))
  await acts()
  const answer = coaching.objection!.answer
  FakeSocket.last.says({ m: 'steps', steps: [{ v: 6, at: 0, e: { t: 'played' } }], clock: null })
  answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent()).toBe(0)
})

test('a hint belongs to its position', async () => {
  const asked = coaching.ask()
  await vi.advanceTimersByTimeAsync(0)
  await asked
  expect(coaching.hint).not.toBeNull()
  coaching.moved()
  expect(coaching.hint).toBeNull()
  expect(questions.filter((path) => path === 'hint')).toHaveLength(1)
})
