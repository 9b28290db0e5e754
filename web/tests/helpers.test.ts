import { expect, test } from 'vitest'
import type { AnyGame } from '../src/games/contract'
import { placeOf } from '../src/lib/router.svelte'
import { parseSettings } from '../src/lib/settings.svelte'
import { outcome, reasons } from '../src/table/result'

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

const ended = (game: unknown): ReturnType<typeof outcome> => outcome(game as AnyGame)

test('points win Zock’n’Roll, and a tie is settled by the rules, not by the order of seats', () => {
  const result = { scores: [20, 31, 31], winners: [2], turns: 9, marks: [] }
  expect(ended({ game: 'zocknroll', result })).toEqual({ winners: [2], loser: null, points: [20, 31, 31], ranking: [2, 1, 0] })
})

test('penalty points lose ZOCK', () => {
  expect(ended({ game: 'zock', result: { losses: [12, 7], winners: [1], games: [] } })?.ranking).toEqual([1, 0])
})

test('Schocken has one loser', () => {
  const game = { game: 'schocken', view: { hands: [{}, {}, {}] }, result: { loser: 1 } }
  expect(ended(game)).toEqual({ winners: [0, 2], loser: 1, points: null, ranking: [0, 2, 1] })
})

test('a game that runs has no outcome', () => expect(ended({ game: 'zock', result: null })).toBeNull())

test('sound is on although older versions stored it as off for all', () => {
  expect(parseSettings('{"sound":false}').audible).toBe(true)
  expect(parseSettings('{"sound":false,"audible":false}').audible).toBe(false)
})

const why = (scores: number[], winners: number[]) =>
  reasons({ game: 'zocknroll', result: { scores, winners, turns: 9, marks: [] } } as unknown as AnyGame)

test('a result names what decided it', () => {
  expect(why([20, 31, 27], [1])).toEqual([{ key: 'web-why-margin', margin: 4 }])
  expect(why([20, 31, 31], [2])).toEqual([{ key: 'web-why-won-third', seats: [1, 2] }])
  expect(why([20, 31, 31], [1, 2])).toEqual([{ key: 'web-why-shared' }])
})

test('Schocken tells who lost each half and the final', () => {
  const game = { game: 'schocken', view: { hands: [{}, {}], lost: [1, 0, 1] }, result: { loser: 1 } }
  expect(reasons(game as unknown as AnyGame).map(({ part, seats }) => [part, seats])).toEqual([
    [0, [1]],
    [1, [0]],
    [2, [1]],
  ])
})
