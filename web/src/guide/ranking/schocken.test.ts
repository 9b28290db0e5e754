import { expect, test } from 'vitest'
import type { HandRank, SchockenOptions, SchockenShown } from '../../lib/messages'
import { lyingIn, ranking, remarks } from './schocken'

const rank = (name: string, stones: number, height: number, said = name): HandRank => ({
  name: `rank-${name}`,
  stones,
  height,
  said,
})
const withRanks = (...ranks: (HandRank | null)[]): SchockenShown => ({ facts: { ranks } }) as unknown as SchockenShown
const names = (options: SchockenOptions) => ranking(options).map(({ name, x }) => `${name.slice(5)}${x ?? ''}`)
const SCHOCKS = ['schock6', 'schock5', 'schock4', 'schock3']

test('the ranking is that of S7', () => {
  expect(names({})).toEqual(['schock_out', ...SCHOCKS, 'schock2', 'admiral', 'strasse', 'ordinary'])
  expect(ranking({}).map(({ stones }) => stones)).toEqual([-1, 6, 5, 4, 3, 2, 3, 2, 1])
})

test('house rules move ranks: Admirals above Schock 2 (H3), and the Jule below Schock out (H4)', () => {
  expect(names({ general_beats_schock2: true }).slice(5)).toEqual(['admiral', 'schock2', 'strasse', 'ordinary'])
  expect(names({ jule: true }).slice(0, 3)).toEqual(['schock_out', 'jule', 'schock6'])
  expect(ranking({ jule: true })[1]!.stones).toBe(7)
})

test('each throw on the table lies in one row, the own one marked', () => {
  const game = withRanks(rank('schock', 4, 4004), rank('strasse', 2, 1006), rank('schock_out', -1, 6000))
  const found = ranking({}).map((row) => lyingIn(row, game, 1).map(({ seat, yours }) => [seat, yours]))
  expect(found).toEqual([[[2, false]], [], [], [[0, false]], [], [], [], [[1, true]], []])
})

test('a Straße of kept dice is the ordinary throw that the table counts it as (H2)', () => {
  const game = withRanks(rank('ordinary', 1, 654, '6-5-4'))
  const marked = ranking({ hand_only: true }).filter((row) => lyingIn(row, game, 0).length)
  expect(marked.map(({ name }) => name)).toEqual(['rank-ordinary'])
  expect(remarks({ hand_only: true })).toContain('hand-only')
  expect(remarks({})).not.toContain('hand-only')
})

test('throws of one row come best first, and hidden ones are left out', () => {
  const game = withRanks(rank('ordinary', 1, 221), null, rank('ordinary', 1, 665))
  expect(lyingIn(ranking({}).at(-1)!, game, 1).map(({ seat }) => seat)).toEqual([2, 0])
})
