import { expect, test } from 'vitest'
import { grouped, lettersOf, readCode } from '../../src/pages/join/code'

test.each([
  'bala-kimo-rosu',
  'BALA KIMO ROSU',
  ' balakimorosu ',
  'Bala–kimo—Rosu.',
  'http://table.lan:8421/t/bala-kimo-rosu?x=1',
])('%s is read as a code', (typed) => expect(readCode(typed)).toBe('bala-kimo-rosu'))

test.each(['', 'bala-kimo', 'bala-kimo-rosu-ba', 'aabb-ccdd-eeff', 'bala-kimo-ros1', 'https://table.lan/replay/bala'])(
  '%s is none',
  (typed) => expect(readCode(typed)).toBeNull(),
)

test('letters are what is left of a code', () => {
  expect(lettersOf(' B-a l/A')).toBe('bala')
  expect(grouped('balakimoro')).toBe('bala-kimo-ro')
})
