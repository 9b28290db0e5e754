import { expect, test } from 'vitest'
import type { ZocknrollShown } from '../../lib/messages'
import { rowsOf } from './zocknroll'

const BASIC = [
  'won_third',
  'five_of_a_kind',
  'four_of_a_kind',
  'large_straight',
  'full_house',
  'two_pairs',
  'pair',
  'dropped_first',
]
const PRO = ['royal_pairs', 'highway', 'large_full_house', 'two_triples', 'three_pairs', 'small_straight']

const shown = (rows: string[], hands: string[][], lifted: boolean[], royal_pairs?: string): ZocknrollShown =>
  ({
    facts: { rows, values: rows.map((_, place) => place), hands, lifted },
    view: { options: { royal_pairs } },
  }) as unknown as ZocknrollShown

test('the own rows are marked, the first of them as the best', () => {
  const rows = rowsOf(shown(BASIC, [['full_house', 'two_pairs', 'pair'], ['pair']], [false, false]), 0)
  expect(rows.filter(({ formed }) => formed).map(({ row }) => row)).toEqual(['full_house', 'two_pairs', 'pair'])
  expect(rows.filter(({ best }) => best).map(({ row }) => row)).toEqual(['full_house'])
})

test('other hands are marked only once their cup is lifted', () => {
  const game = (lifted: boolean) => shown(BASIC, [['pair'], ['full_house', 'pair']], [false, lifted])
  expect(rowsOf(game(false), 0).flatMap(({ others }) => others)).toEqual([])
  expect(
    rowsOf(game(true), 0)
      .filter(({ others }) => others.length)
      .map(({ row, others }) => [row, others]),
  ).toEqual([['full_house', [1]]])
})

test('rows without dice come last, all others have an example', () => {
  const rows = rowsOf(shown([...BASIC, ...PRO], [], []), null)
  expect(rows.slice(-2).map(({ row }) => row)).toEqual(['won_third', 'dropped_first'])
  expect(rows.slice(0, -2).filter(({ dice }) => dice.length === 0)).toEqual([])
})

test.each([
  [undefined, '445566'],
  ['456', '445566'],
  ['consecutive', '223344'],
  ['six_alike', '666666'],
])('royal pairs are those of the table: %s (N15)', (option, dice) => {
  expect(rowsOf(shown(['royal_pairs'], [], [], option), null)[0]!.dice.join('')).toBe(dice)
})
