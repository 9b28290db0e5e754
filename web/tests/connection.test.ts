import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Connection, type Receiver } from '../src/lib/connection.svelte'
import type { Ask } from '../src/lib/messages'
import { type FakePage, fakePage, FakeSocket, FakeStorage } from './fakePage'

let page: FakePage
let receiver: Receiver & { got: unknown[]; received: number | null; whole: boolean }
let line: Connection | null = null
const unclaimed = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5) // pauses as they are on average
  page = fakePage()
  receiver = {
    got: [],
    received: null,
    whole: true,
    receive(message) {
      this.got.push(message)
      return this.whole
    },
  }
})

afterEach(() => {
  line?.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (store: FakeStorage | null = null): Connection => {
  line = new Connection('bala', receiver, unclaimed, store)
  return line
}
const reopened = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(20_000)
}

describe('the connection', () => {
  test('asks for everything first, and after a reconnect for missed versions', async () => {
    open()
    expect(FakeSocket.last.url).toBe('ws://table.test/api/tables/bala/ws')
    FakeSocket.last.opens()
    receiver.received = 41
    FakeSocket.last.dies()
    expect(line!.state).toBe('lost')
    await vi.advanceTimersByTimeAsync(1000)
    expect(FakeSocket.last.url).toBe('ws://table.test/api/tables/bala/ws?v=41&most=500')
    FakeSocket.last.opens()
    expect(line!.state).toBe('open')
  })

  test('sends unanswered commands again until they are answered', async () => {
    open()
    FakeSocket.last.opens()
    void line!.ask({ c: 'throw' }, 3)
    const asks = (): Ask[] => FakeSocket.last.sent.filter((frame): frame is Ask => frame !== null)
    expect(asks()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(6500)
    expect(asks()).toHaveLength(2)
    expect(asks()[1]).toEqual(asks()[0])
    FakeSocket.last.says({ m: 'ok', id: asks()[0]!.id, v: 4 })
    await vi.advanceTimersByTimeAsync(6500)
    expect(asks()).toHaveLength(2)
  })

  test('closes after missing pongs', async () => {
    open()
    FakeSocket.last.opens()
    await vi.advanceTimersByTimeAsync(8000)
    expect(FakeSocket.last.sent).toEqual([null])
    await vi.advanceTimersByTimeAsync(8000)
    expect(line!.state).toBe('lost')
  })

  test('stays open while pongs come', async () => {
    open()
    FakeSocket.last.opens()
    for (let beat = 0; beat < 5; beat += 1) {
      await vi.advanceTimersByTimeAsync(8000)
      FakeSocket.last.says(0)
    }
    expect(line!.state).toBe('open')
    expect(FakeSocket.made).toHaveLength(1)
    expect(receiver.got).toEqual([])
  })

  test('reconnects at once when the network is back', () => {
    open()
    FakeSocket.last.opens()
    FakeSocket.last.dies()
    page.window.dispatchEvent(new Event('online'))
    expect(FakeSocket.made).toHaveLength(2)
  })

  test.each([
    [1012, [99, 1]],
    [4409, [99, 1]],
    [1006, [399, 1]],
  ])('comes back soon after close code %i', async (code, [before, rest]) => {
    open()
    FakeSocket.last.opens()
    FakeSocket.last.says({ m: 'here', seats: [], watching: 0 })
    FakeSocket.last.dies(code)
    await vi.advanceTimersByTimeAsync(before!)
    expect(FakeSocket.made).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(rest!)
    expect(FakeSocket.made).toHaveLength(2)
  })

  test('waits longer if the server says so again without a frame', async () => {
    open()
    FakeSocket.last.opens()
    FakeSocket.last.dies(1012)
    await vi.advanceTimersByTimeAsync(399)
    expect(FakeSocket.made).toHaveLength(1)
  })

  test('pings when the phone wakes up', async () => {
    open()
    FakeSocket.last.opens()
    page.document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeSocket.last.sent).toEqual([null])
    await vi.advanceTimersByTimeAsync(2500)
    expect(line!.state).toBe('lost')
  })

  test('asks for a snapshot after a gap', () => {
    open()
    FakeSocket.last.opens()
    receiver.whole = false
    FakeSocket.last.says({ m: 'steps', steps: [], clock: null })
    expect(FakeSocket.made).toHaveLength(2)
    expect(FakeSocket.made[0]!.readyState).toBe(3)
  })

  test.each([
    [4404, 'missing'],
    [4403, 'forbidden'],
    [4500, 'damaged'],
  ] as const)('gives up after %i', async (code, why) => {
    open()
    FakeSocket.last.opens()
    FakeSocket.last.dies(code)
    await reopened()
    expect(line!.gone).toBe(why)
    expect(FakeSocket.made).toHaveLength(1)
  })

  test('waits longer if the server is full', async () => {
    open()
    FakeSocket.last.opens()
    FakeSocket.last.dies(4429)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(FakeSocket.made).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(FakeSocket.made).toHaveLength(2)
  })
})

describe('commands', () => {
  test('are sent again with the same id until they are answered', async () => {
    open()
    FakeSocket.last.opens()
    const answer = line!.ask({ c: 'throw' }, 7)
    const first = FakeSocket.last.sent[0] as Ask
    expect(first).toMatchObject({ v: 7, do: { c: 'throw' } })
    FakeSocket.last.dies()
    await vi.advanceTimersByTimeAsync(1000)
    FakeSocket.last.opens()
    expect(FakeSocket.last.sent).toEqual([first])
    FakeSocket.last.says({ m: 'ok', id: first.id, v: 8 })
    await expect(answer).resolves.toMatchObject({ m: 'ok', v: 8 })
    FakeSocket.last.dies()
    await vi.advanceTimersByTimeAsync(1000)
    FakeSocket.last.opens()
    expect(FakeSocket.last.sent).toEqual([])
  })

  test('survive a reload of the page', () => {
    const store = new FakeStorage()
    open(store)
    FakeSocket.last.opens()
    void line!.ask({ c: 'throw' }, 7)
    const asked = FakeSocket.last.sent[0]
    line!.close()
    open(store)
    FakeSocket.last.opens()
    expect(FakeSocket.last.sent).toEqual([asked])
    const refused = { m: 'no', id: (asked as Ask).id, v: 7, why: 'stale', sentence: 'Look again.', rule: null }
    FakeSocket.last.says(refused)
    FakeSocket.last.says(refused)
    expect(unclaimed.mock.calls).toEqual([[refused]])
  })

  test('commands about dice do not survive a reload', () => {
    const store = new FakeStorage()
    open(store)
    FakeSocket.last.opens()
    void line!.ask({ c: 'reveal', section: 0, want: 3, link: 'a'.repeat(64) }, 7)
    line!.close()
    open(store)
    FakeSocket.last.opens()
    expect(FakeSocket.last.sent).toEqual([])
  })
})

test('the receiver is told about every reconnect', async () => {
  receiver.reached = vi.fn()
  open()
  FakeSocket.last.opens()
  FakeSocket.last.dies()
  expect(receiver.reached).toHaveBeenCalledTimes(1)
  await reopened()
  FakeSocket.last.opens()
  expect(receiver.reached).toHaveBeenCalledTimes(2)
})

describe('without WebSockets', () => {
  const answers = (byPath: (path: string, how: RequestInit) => Promise<Response>): void =>
    void vi.stubGlobal(
      'fetch',
      vi.fn((path: string, how: RequestInit) => byPath(path, how)),
    )
  const never = new Promise<Response>(() => {})
  const json = (data: unknown, status = 200): Promise<Response> => Promise.resolve(Response.json(data, { status }))

  const blocked = async (): Promise<void> => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      FakeSocket.last.dies()
      await vi.advanceTimersByTimeAsync(2000)
    }
  }

  test('it falls back to long polling and posts commands', async () => {
    const posted: unknown[] = []
    answers((path, how) => {
      if (how.method === 'POST') {
        const ask = JSON.parse(how.body as string) as Ask
        posted.push(path)
        return json({ m: 'ok', id: ask.id, v: 4 })
      }
      return receiver.received === null ? json({ m: 'snapshot', v: 3 }) : never
    })
    receiver.receive = function (message) {
      this.received = 3
      return this.got.push(message) > 0
    }
    open()
    await blocked()
    expect(line!.state).toBe('polling')
    expect(receiver.got).toEqual([{ m: 'snapshot', v: 3 }])
    const paths = vi.mocked(fetch).mock.calls.map(([path]) => path)
    expect(paths).toEqual(['/api/tables/bala', '/api/tables/bala/steps?since=3&wait=20'])
    await expect(line!.ask({ c: 'throw' }, 3)).resolves.toMatchObject({ m: 'ok' })
    expect(posted).toEqual(['/api/tables/bala/commands'])
  })

  test('an unknown table is reported', async () => {
    answers(() => json({ why: 'missing', sentence: 'no such table' }, 404))
    open()
    await blocked()
    expect(line!.gone).toBe('missing')
  })

  test('an unreachable server is retried', async () => {
    answers(() => Promise.reject(new TypeError('down')))
    open()
    await blocked()
    expect(line!.state).toBe('lost')
    const before = FakeSocket.made.length
    await reopened()
    expect(FakeSocket.made.length).toBeGreaterThan(before)
  })

  test('the delay grows by half each time, for WebSockets and requests alike', async () => {
    answers(() => Promise.reject(new TypeError('down')))
    open()
    FakeSocket.last.opens()
    const pauses: number[] = []
    while (pauses.length < 9) {
      const before = FakeSocket.made.length
      FakeSocket.last.dies()
      let pause = 0
      for (; FakeSocket.made.length === before; pause += 25) await vi.advanceTimersByTimeAsync(25)
      pauses.push(pause)
    }
    expect(pauses).toEqual([400, 600, 900, 1350, 2025, 3050, 4575, 6850, 8000])
  })

  /** A connection that polls: the first response is there, the next one is pending. */
  const polling = async (commands: (ask: Ask) => Promise<Response>): Promise<void> => {
    answers((path, how) => {
      if (how.method === 'POST') return commands(JSON.parse(how.body as string) as Ask)
      return path.endsWith('/bala') ? json({ m: 'snapshot', v: 3 }) : never
    })
    receiver.receive = function () {
      this.received = 3
      return true
    }
    open()
    await blocked()
    expect(line!.state).toBe('polling')
  }

  test('a poll without response times out', async () => {
    await polling(() => never)
    const before = FakeSocket.made.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSocket.made.length).toBeGreaterThan(before)
  })

  test('a poll restarts when the phone wakes up', async () => {
    await polling(() => never)
    const before = FakeSocket.made.length
    page.document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeSocket.made).toHaveLength(before + 1)
  })

  test('a command that fails to send is sent again with its id', async () => {
    const posted: Ask[] = []
    await polling((ask) => {
      posted.push(ask)
      return posted.length < 2 ? Promise.reject(new TypeError('down')) : json({ m: 'ok', id: ask.id, v: 4 })
    })
    const answer = line!.ask({ c: 'throw' }, 3)
    await vi.advanceTimersByTimeAsync(0)
    expect(line!.state).toBe('lost')
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await vi.advanceTimersByTimeAsync(9000)
      FakeSocket.last.dies()
    }
    await expect(answer).resolves.toMatchObject({ m: 'ok' })
    expect(posted[1]).toEqual(posted[0])
  })

  test.each([
    [429, { m: 'no', id: '', v: 3, why: 'limit', sentence: 'too fast', rule: null }, 'limit'],
    [422, { why: 'malformed', sentence: 'this is no command' }, 'malformed'],
    [413, '<html>', 'malformed'],
  ])('a command that is answered with %i is refused once and for all', async (status, body, why) => {
    await polling(() => json(body, status))
    await expect(line!.ask({ c: 'throw' }, 3)).resolves.toMatchObject({ m: 'no', why })
    expect(line!.state).toBe('polling')
  })
})
