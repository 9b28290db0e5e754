import { expect, test } from 'vitest'
import { codeIn } from '../src/lib/door.svelte'
import { placeOf } from '../src/lib/router.svelte'
import { parseSettings } from '../src/lib/settings.svelte'

test.each([
  ['/', 'start', ''],
  ['/t/bala-kimo', 'table', 'bala-kimo'],
  ['/rules/zock/', 'rules', 'zock'],
  ['/t/a%20b', 'table', 'a b'],
  ['/t/%', 'table', '%'],
  ['/t', 'lost', ''],
  ['/nowhere', 'lost', ''],
] as const)('%s leads to %s', (path, page, param) => {
  expect(placeOf(path)).toEqual({ page, param })
})

test('settings keep valid values and drop the rest', () => {
  const kept = parseSettings('{"theme":"neon","speed":2,"audible":"loud","name":"Ada","old":1}')
  expect(kept).toMatchObject({ theme: 'auto', speed: 2, audible: true, name: 'Ada' })
  expect(kept).not.toHaveProperty('old')
  expect(parseSettings('not json').theme).toBe('auto')
  expect(parseSettings('null').theme).toBe('auto')
})

test('sound is on although older versions stored it as off for all', () => {
  expect(parseSettings('{"sound":false}').audible).toBe(true)
  expect(parseSettings('{"sound":false,"audible":false}').audible).toBe(false)
})

test.each([
  ['#door=kila-bomu', 'kila-bomu'],
  ['#door=T%C3%BCr%201', 'Tür 1'],
  ['#door=%', '%'],
  ['#door=%E4x', '%E4x'],
  ['#other', null],
  ['', null],
])('the door code in the fragment %s is %s', (hash, code) => {
  expect(codeIn(hash)).toBe(code)
})
