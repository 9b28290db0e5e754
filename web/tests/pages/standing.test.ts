import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ahead, tables, taken } from '../../src/pages/common/standing'

const answer = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answer)
  answer.mockReset().mockImplementation(() => Promise.resolve(Response.json([{ code: 'bala-kimo' }])))
})

afterEach(() => {
  taken()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the tables are there before the page is', async () => {
  await ahead()
  expect(tables.value).toEqual([{ code: 'bala-kimo' }])
})

test('a page that is asked for twice on its way asks once, and the next visit asks anew', async () => {
  await Promise.all([ahead(), ahead()])
  await ahead()
  expect(answer).toHaveBeenCalledTimes(1)
  taken()
  await ahead()
  expect(answer).toHaveBeenCalledTimes(2)
})

test('a server that does not answer keeps nobody from the page for long', async () => {
  answer.mockImplementation(() => new Promise(() => {}))
  const page = ahead()
  await vi.runAllTimersAsync()
  await expect(page).resolves.toBeUndefined()
})

test('nor does one that cannot be reached', async () => {
  answer.mockRejectedValue(new TypeError('offline'))
  await expect(ahead()).resolves.toBeUndefined()
  expect(tables.trouble?.why).toBe('offline')
})
