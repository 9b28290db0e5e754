import { afterEach, expect, test, vi } from 'vitest'
import { copyText, sharedUrl } from '../src/lib/address'

afterEach(() => vi.unstubAllGlobals())

const opened = (hostname: string, address: () => Promise<Response>): void => {
  vi.stubGlobal('location', { hostname, origin: `http://${hostname}:8421` })
  vi.stubGlobal('fetch', vi.fn(address))
}
const lan = (): Promise<Response> => Promise.resolve(Response.json({ origin: 'http://192.0.2.7:8421' }))

test('a shared link has the address of the server, not localhost', async () => {
  opened('localhost', lan)
  expect(await sharedUrl('/t/bala')).toBe('http://192.0.2.7:8421/t/bala')
})

test('a public address is shared unchanged', async () => {
  opened('knobel.example', lan)
  expect(await sharedUrl('/t/bala')).toBe('http://knobel.example:8421/t/bala')
  expect(fetch).not.toHaveBeenCalled()
})

test('without a response the current address is shared', async () => {
  opened('127.0.0.1', () => Promise.reject(new TypeError('down')))
  expect(await sharedUrl('/t/bala')).toBe('http://127.0.0.1:8421/t/bala')
})

test.each([true, false])('without the clipboard API a text is copied by execCommand, if that works: %s', async (works) => {
  const field = { value: '', select: vi.fn(), remove: vi.fn() }
  const execCommand = vi.fn(() => works)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('document', { createElement: () => field, body: { append: vi.fn() }, activeElement: null, execCommand })
  expect(await copyText('http://x')).toBe(works)
  expect(field.value).toBe('http://x')
  expect(field.remove).toHaveBeenCalled()
})
