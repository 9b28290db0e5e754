import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyFor } from '../src/games/keyboard'
import { settings } from '../src/lib/settings.svelte'

/** A fake element with its ancestors. */
class Fake {
  constructor(private readonly within: string) {}
  closest = (selector: string): Fake | null => (selector.split(', ').includes(this.within) ? this : null)
}

let sheet: Fake | null

beforeEach(() => {
  sheet = null
  vi.stubGlobal('Element', Fake)
  vi.stubGlobal('document', { querySelector: (selector: string) => (selector.startsWith('dialog[open]') ? sheet : null) })
})
afterEach(() => vi.unstubAllGlobals())

const pressed = (key: string, on = 'body', held: object = {}): string | null =>
  keyFor({ key, target: new Fake(on), ...held } as unknown as KeyboardEvent)

test('keys are for the game, and letters are lower case even with caps lock', () => {
  expect([pressed('3'), pressed('L'), pressed('Escape'), pressed(' ')]).toEqual(['3', 'l', 'Escape', ' '])
})

test('no key is for the game while a sheet is open, so that Escape closes the sheet', () => {
  sheet = new Fake('dialog')
  expect([pressed('Escape'), pressed('3'), pressed('s')]).toEqual([null, null, null])
})

test('letters and digits do nothing if shortcuts are off, but all buttons work', () => {
  settings.keys = false
  expect([pressed('3'), pressed('l'), pressed('?')]).toEqual([null, null, null])
  expect([pressed(' '), pressed('Enter'), pressed('Escape')]).toEqual([' ', 'Enter', 'Escape'])
  settings.keys = true
})

test('no key is for the game in a text field, or with a modifier', () => {
  expect(pressed('3', 'input')).toBeNull()
  expect(pressed('l', 'body', { ctrlKey: true })).toBeNull()
  expect(pressed(' ', 'body', { repeat: true })).toBeNull()
})

test('Enter and Space press the button that has the focus', () => {
  expect([pressed(' ', 'button'), pressed('Enter', 'a'), pressed('3', 'button')]).toEqual([null, null, '3'])
})
