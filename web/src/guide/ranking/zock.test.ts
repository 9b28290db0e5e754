import { expect, test } from 'vitest'
import type { ZockOptions } from '../../lib/messages'
import { remarks, taken, waysOf } from './zock'

const covers = (dice: number[], options: ZockOptions = {}) =>
  waysOf(dice, options)
    .map(({ fields }) => fields.join('+'))
    .filter(Boolean)
    .sort()

test.each([
  ['both numbers or the sum (K3)', [3, 6], {}, ['3+6', '9']],
  ['doubles as a sum only (K3)', [2, 2], {}, ['4']],
  ['10 is field 1 (K6)', [5, 5], {}, ['1']],
  ['12 by its digits (K6)', [6, 6], {}, ['1+2']],
  ['12 not at all with ten_only (K6)', [6, 6], { two_digit: 'ten_only' }, []],
  ['10 with ten_only, too (K6)', [4, 6], { two_digit: 'ten_only' }, ['1', '4+6']],
  ['variant B (K5)', [3, 6], { variant: 'B' }, ['1+8', '2+7', '3+6', '4+5', '9']],
  ['variant C (K5)', [4, 3], { variant: 'C' }, ['1', '1+2', '1+6', '2+5', '3+4', '7']],
  ['variant C, doubles (K5)', [6, 6], { variant: 'C' }, ['1+2', '3+6', '3+9', '4+8', '5+7']],
] as [string, number[], ZockOptions, string[]][])('%s', (_, dice, options, found) => {
  expect(covers(dice, options)).toEqual(found)
})

test('a sum of 11 has no field (K6)', () => {
  expect(waysOf([5, 6], {})).toContainEqual({ kind: 'sum', number: 11, fields: [] })
})

test('fields that are covered already are named', () => {
  const [both, sum] = waysOf([3, 6], {})
  expect(taken(both!, [3, 9])).toEqual([6])
  expect(taken(sum!, [3, 9])).toEqual([])
})

test('variant C reads digits whatever the option says (K6)', () => {
  expect(remarks({ variant: 'C', two_digit: 'ten_only' })).toContain('digits')
})
