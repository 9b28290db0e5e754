import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnalysisState } from '../../src/lib/messages'
import { AnalysisJob } from '../../src/pages/replay/analysisJob.svelte'

interface Question {
  how: string
  signal: AbortSignal | null
  answer: (state: Partial<AnalysisState>) => void
  refuse: (status: number) => void
}

let asked: Question[] = []
const last = (): Question => asked.at(-1)!
const settle = (): Promise<void> => vi.waitFor(() => Promise.resolve())

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET', signal = null }: RequestInit) => {
    return new Promise<Response>((resolve) => {
      const json = (status: number, body: unknown) => resolve(new Response(JSON.stringify(body), { status }))
      asked.push({
        how: `${method} ${path}`,
        signal,
        answer: (state) => json(200, { state: 'none', done: 0, total: 0, analysis: null, ...state }),
        refuse: (status) => json(status, { why: 'busy', sentence: 'no' }),
      })
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('loads the state first, and does not start by itself', async () => {
  const analysisJob = new AnalysisJob('a b')
  const looked = analysisJob.look()
  expect([analysisJob.known, asked.map(({ how }) => how)]).toEqual([false, ['GET /api/replays/a%20b/analysis']])
  last().answer({ state: 'none' })
  await looked
  expect([analysisJob.known, analysisJob.busy, asked.length]).toEqual([true, false, 1])
})

test('polls until the analysis is done', async () => {
  const analysisJob = new AnalysisJob('x')
  const started = analysisJob.start()
  last().answer({ state: 'waiting' })
  await vi.waitFor(() => expect(asked.length).toBe(2))
  expect([analysisJob.queued, last().how]).toEqual([true, 'GET /api/replays/x/analysis?wait=20'])
  last().answer({ state: 'running', done: 3, total: 12 })
  await vi.waitFor(() => expect(asked.length).toBe(3))
  expect([analysisJob.busy, analysisJob.queued, analysisJob.share]).toEqual([true, false, 0.25])
  const analysis = { moments: [] } as unknown as NonNullable<AnalysisState['analysis']>
  last().answer({ state: 'done', done: 12, total: 12, analysis })
  await started
  expect([analysisJob.busy, analysisJob.analysis]).toEqual([false, analysis])
  expect(asked.map(({ how }) => how.split(' ')[0])).toEqual(['POST', 'GET', 'GET'])
})

test('a closed job stops polling and ignores late responses', async () => {
  const analysisJob = new AnalysisJob('x')
  void analysisJob.start()
  last().answer({ state: 'running', done: 1, total: 2 })
  await vi.waitFor(() => expect(asked.length).toBe(2))
  const poll = last()
  const cancelled = analysisJob.cancel()
  expect([poll.signal?.aborted, last().how]).toEqual([true, 'DELETE /api/replays/x/analysis'])
  poll.answer({ state: 'running', done: 2, total: 2 })
  last().answer({ state: 'cancelled' })
  await cancelled
  await settle()
  expect([analysisJob.busy, analysisJob.share, asked.length]).toEqual([false, 0, 3])
})

test.each([
  ['failed', (question: Question) => question.answer({ state: 'failed' }), 'coach-failed'],
  ['refused', (question: Question) => question.refuse(429), 'busy'],
] as const)('a job that %s shows why and can be restarted', async (_, ends, why) => {
  const analysisJob = new AnalysisJob('x')
  const started = analysisJob.start()
  ends(last())
  await started
  expect([analysisJob.busy, analysisJob.trouble?.why]).toEqual([false, why])
  const again = analysisJob.start()
  expect(analysisJob.trouble).toBeNull()
  last().answer({ state: 'done' })
  await again
})
