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

test('but not for ever', async () => {
  const ask = vi.fn(() => Promise.reject(thinking))
  await expect(retryWhileThinking(ask)).rejects.toBe(thinking)
  expect(ask).toHaveBeenCalledTimes(5)
})

test('nor where nobody wants to know any more', async () => {
  const ask = vi.fn(() => Promise.reject(thinking))
  await expect(retryWhileThinking(ask, () => false)).rejects.toBe(thinking)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a coach that has failed is left alone', async () => {
  const broken = new Failure(503, 'coach', 'no answer')
  const ask = vi.fn(() => Promise.reject(broken))
  await expect(retryWhileThinking(ask)).rejects.toBe(broken)
  expect(ask).toHaveBeenCalledTimes(1)
})
