import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { partsOf } from '../src/games'
import { announcer } from '../src/lib/announce.svelte'
import type { Ask, Choices } from '../src/lib/messages'
import { settings } from '../src/lib/settings.svelte'
import { TableSession } from '../src/lib/tableSession.svelte'
import { COVER } from './entries'
import { type FakePage, fakePage, FakeSocket, FakeStorage } from './fakePage'

vi.mock('../src/games', () => ({ partsOf: vi.fn(() => Promise.resolve({})), beatsOf: () => [] }))

let page: FakePage
let session: TableSession
const choices: Choices = { v: 5, choices: [], free: null }

beforeEach(() => {
  vi.useFakeTimers()
  page = fakePage()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(choices))),
  )
  Object.assign(settings, { takeBack: true, throwForMe: false, speed: 0 })
  session = new TableSession('bala')
  FakeSocket.last.opens()
})

afterEach(() => {
  session.close()
  vi.runOnlyPendingTimers() // what is still to be announced
  announcer.urgent = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const table = (you: number | null, dice = 'server'): object => ({
  ...{ code: 'bala', game: 'zock', phase: 'playing', seats: [], host: 0, you },
  settings: { dice },
})
const game = (kind: string, seat: number): object => ({ game: 'zock', now: { key: 'n' }, pending: { kind, seat, moves: [1] } })
const snapshot = (kind: string, seat: number, clock: unknown = null): void =>
  FakeSocket.last.says({ m: 'snapshot', v: 5, now: 0, table: table(0), game: game(kind, seat), told: [], clock })
const sent = (): unknown[] => FakeSocket.last.sent.map((ask) => (ask as Ask).do)
const answered = async (): Promise<void> => {
  for (const ask of FakeSocket.last.sent) FakeSocket.last.says({ m: 'ok', id: (ask as Ask).id, v: 6 })
  await vi.advanceTimersByTimeAsync(0)
}

test('a decision is sent after the undo window', () => {
  snapshot('decision', 0)
  session.act(COVER)
  vi.advanceTimersByTime(999)
  expect(sent()).toEqual([])
  expect(session.busy).toBe(true)
  vi.advanceTimersByTime(1)
  expect(sent()).toEqual([{ c: 'move', move: COVER }])
})

test('it is sent with the version for which it was made', () => {
  snapshot('decision', 0)
  session.act(COVER)
  FakeSocket.last.says({ m: 'steps', steps: [{ v: 6, at: 0, e: { t: 'played' }, game: game('decision', 0) }], clock: null })
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.last.sent).toMatchObject([{ v: 5 }])
})

test('a refusal of a command from before a reload is shown', async () => {
  const asked = { id: 'before', v: 4, do: { c: 'throw' } }
  const store = new FakeStorage()
  store.setItem('knobel.pending.bala', JSON.stringify([asked]))
  vi.stubGlobal('sessionStorage', store)
  session.close()
  session = new TableSession('bala')
  FakeSocket.last.opens()
  expect(FakeSocket.last.sent).toEqual([asked])
  FakeSocket.last.says({ m: 'no', id: 'before', v: 5, why: 'stale', sentence: 'Look again.', rule: null })
  expect(session.refusal?.sentence).toBe('Look again.')
  expect(announcer.urgent).toContain('Look again.')
})

test('it can be undone within the window', () => {
  snapshot('decision', 0)
  session.act(COVER)
  session.takeBack()
  vi.advanceTimersByTime(5000)
  expect(sent()).toEqual([])
  expect(session.busy).toBe(false)
})

test('the next decision has its own undo window', () => {
  snapshot('decision', 0)
  session.act(COVER)
  vi.advanceTimersByTime(500)
  session.takeBack()
  session.act({ e: 'pass', seat: 0 })
  vi.advanceTimersByTime(999)
  expect(sent()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent()).toEqual([{ c: 'move', move: { e: 'pass', seat: 0 } }])
})

test('leaving the page sends the held decision', () => {
  snapshot('decision', 0)
  session.act(COVER)
  page.window.dispatchEvent(new Event('pagehide'))
  expect(sent()).toHaveLength(1)
})

test.each([
  ['where the turn goes on', { atOnce: true }, true, null],
  ['where the player does not want it', {}, false, null],
  ['where time is nearly up', {}, true, { seat: 0, left: 2000, limit: 30_000, runs: true }],
])('there is no undo window %s', (_, how, takeBack, clock) => {
  settings.takeBack = takeBack
  snapshot('decision', 0, clock)
  session.act(COVER, how)
  expect(sent()).toHaveLength(1)
})

test('a second tap does nothing while a command is being sent', async () => {
  snapshot('throw', 0)
  session.throwDice()
  session.throwDice()
  expect(sent()).toEqual([{ c: 'throw' }])
  await answered()
  session.throwDice()
  expect(sent()).toHaveLength(1) // stored, but the old throw still stands there
  FakeSocket.last.says({ m: 'steps', steps: [{ v: 6, at: 0, e: { t: 'played' } }], clock: null })
  session.throwDice()
  expect(sent()).toHaveLength(2)
})

test('automatic throwing throws the own dice only', () => {
  settings.throwForMe = true
  snapshot('throw', 1)
  vi.advanceTimersByTime(1000)
  expect(sent()).toEqual([])
  snapshot('throw', 0)
  vi.advanceTimersByTime(1000)
  expect(sent()).toEqual([{ c: 'throw' }])
})

test('automatic throwing stops when the turn is over', () => {
  settings.throwForMe = true
  settings.speed = 1
  snapshot('throw', 0)
  FakeSocket.last.says({ m: 'steps', steps: [{ v: 6, at: 0, e: { t: 'played' }, game: game('throw', 1) }], clock: null })
  vi.advanceTimersByTime(1000)
  expect(sent()).toEqual([])
})

test('an emote does not block a decision', () => {
  snapshot('decision', 0)
  session.emote('hello')
  session.act(COVER, { atOnce: true })
  expect(sent()).toEqual([
    { c: 'emote', emote: 'hello' },
    { c: 'move', move: COVER },
  ])
})

test('a turn is announced together with the lines before it', () => {
  const ben = { v: 6, at: 0, e: { t: 'played' }, told: [{ key: 'ben-threw' }], game: game('decision', 0) }
  snapshot('throw', 1)
  FakeSocket.last.says({ m: 'steps', steps: [ben], clock: null })
  vi.advanceTimersByTime(100)
  expect(announcer.polite).toBe('ben-threw. n.')
  expect(announcer.urgent).toBe('')
})

test('after a long absence only the last lines are announced', () => {
  snapshot('throw', 1)
  const told = (v: number): object => ({ v, at: 0, e: { t: 'played' }, told: [{ key: `line-${v}` }] })
  FakeSocket.last.says({ m: 'steps', steps: Array.from({ length: 50 }, (_, place) => told(6 + place)), clock: null })
  vi.advanceTimersByTime(100)
  expect(announcer.polite.split(' ').length).toBeLessThan(10)
  expect(announcer.polite).toMatch(/line-54\. line-55\.$/)
})

test('a failure to load the components of the game is shown, and retried with the next entry', async () => {
  vi.mocked(partsOf).mockRejectedValueOnce(new TypeError('gone'))
  snapshot('decision', 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(session.broken).toBe(true)
  snapshot('decision', 1)
  await vi.advanceTimersByTimeAsync(0)
  expect([session.broken, session.parts]).toMatchObject([false, {}])
})

test('meanings of moves are loaded on the own turn only', async () => {
  snapshot('decision', 1)
  expect(fetch).not.toHaveBeenCalled()
  snapshot('decision', 0)
  await vi.advanceTimersByTimeAsync(0)
  expect(session.choices).toEqual(choices)
})

test('a refusal is shown until the next command', async () => {
  snapshot('decision', 0)
  session.act(COVER, { atOnce: true })
  const { id } = FakeSocket.last.sent[0] as Ask
  FakeSocket.last.says({ m: 'no', id, v: 5, why: 'illegal', sentence: 'That does not fit (K4).', rule: 'K4' })
  await vi.advanceTimersByTimeAsync(0)
  expect(session.refusal && session.reason(session.refusal)).toBe('That does not fit (K4).')
  session.act(COVER, { atOnce: true })
  expect(session.refusal).toBeNull()
})

test.each([
  ['removed', true],
  ['left', false],
])('after the player has %s, removed is %s', (why, removed) => {
  snapshot('decision', 0)
  const step = { v: 6, at: 0, e: { t: 'stood', seat: 0, why }, table: table(null) }
  FakeSocket.last.says({ m: 'steps', steps: [step], clock: null })
  expect(session.removed).toBe(removed)
})

test('with real dice a telling is sent at once, kept until it is answered, and no meanings are loaded', async () => {
  FakeSocket.last.says({ m: 'snapshot', v: 5, now: 0, table: table(0, 'real'), game: game('decision', 0), told: [], clock: null })
  const told = session.ask({ c: 'tell', event: COVER })
  expect(sent()).toEqual([{ c: 'tell', event: COVER }])
  expect(session.busy).toBe(true)
  await answered()
  expect(await told).toBe(true)
  expect(fetch).not.toHaveBeenCalled()
})

test('the button of the speed gives way to a throw that waits for the hand', () => {
  session.shown.forward = true
  expect(session.slowable).toBe(true)
  vi.spyOn(session, 'hand', 'get').mockReturnValue({ throws: 'white', shaking: false, shake: () => undefined })
  expect(session.slowable).toBe(false)
})
