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

test('the tables are loaded before the page', async () => {
  await preloadTables()
  expect(tables.value).toEqual([{ code: 'bala-kimo' }])
})

test('concurrent calls share one request, and the next visit loads again', async () => {
  await Promise.all([preloadTables(), preloadTables()])
  await preloadTables()
  expect(answer).toHaveBeenCalledTimes(1)
  forgetTables()
  await preloadTables()
  expect(answer).toHaveBeenCalledTimes(2)
})

test('a slow server delays the page only until the timeout', async () => {
  answer.mockImplementation(() => new Promise(() => {}))
  const page = preloadTables()
  await vi.runAllTimersAsync()
  await expect(page).resolves.toBeUndefined()
})

test('an unreachable server does not block the page', async () => {
  answer.mockRejectedValue(new TypeError('offline'))
  await expect(preloadTables()).resolves.toBeUndefined()
  expect(tables.trouble?.why).toBe('offline')
})
