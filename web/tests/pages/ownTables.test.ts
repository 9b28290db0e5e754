import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadTables, tables, forgetTables } from '../../src/pages/common/ownTables'

const answer = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answer)
  answer.mockReset().mockImplementation(() => Promise.resolve(Response.json([{ code: 'bala-kimo' }])))
})

afterEach(() => {
  forgetTables()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the tables are there before the page is', async () => {
  await preloadTables()
  expect(tables.value).toEqual([{ code: 'bala-kimo' }])
})

test('a page that is asked for twice on its way asks once, and the next visit asks anew', async () => {
  await Promise.all([preloadTables(), preloadTables()])
  await preloadTables()
  expect(answer).toHaveBeenCalledTimes(1)
  forgetTables()
  await preloadTables()
  expect(answer).toHaveBeenCalledTimes(2)
})

test('a server that does not answer keeps nobody from the page for long', async () => {
  answer.mockImplementation(() => new Promise(() => {}))
  const page = preloadTables()
  await vi.runAllTimersAsync()
  await expect(page).resolves.toBeUndefined()
})

test('nor does one that cannot be reached', async () => {
  answer.mockRejectedValue(new TypeError('offline'))
  await expect(preloadTables()).resolves.toBeUndefined()
  expect(tables.trouble?.why).toBe('offline')
})
