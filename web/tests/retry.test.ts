import { expect, test, vi } from 'vitest'
import { retryWhileThinking } from '../src/coach/retry'
import { Failure } from '../src/lib/api'

const thinking = new Failure(503, 'thinking', 'ask again')

test('a coach that is still thinking is asked again', async () => {
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(thinking)
    .mockRejectedValueOnce(thinking)
    .mockResolvedValue('stay')
  await expect(retryWhileThinking(ask)).resolves.toBe('stay')
  expect(ask).toHaveBeenCalledTimes(3)
})

test('retries end after a time', async () => {
  const ask = vi.fn(() => Promise.reject(thinking))
  await expect(retryWhileThinking(ask)).rejects.toBe(thinking)
  expect(ask).toHaveBeenCalledTimes(5)
})

test('retries end when the page no longer needs the answer', async () => {
  const ask = vi.fn(() => Promise.reject(thinking))
  await expect(retryWhileThinking(ask, () => false)).rejects.toBe(thinking)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a failure of the coach is not retried', async () => {
  const broken = new Failure(503, 'coach', 'no answer')
  const ask = vi.fn(() => Promise.reject(broken))
  await expect(retryWhileThinking(ask)).rejects.toBe(broken)
  expect(ask).toHaveBeenCalledTimes(1)
})
