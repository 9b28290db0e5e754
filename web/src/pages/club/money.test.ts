import { FluentResource } from '@fluent/bundle'
import { describe, expect, test } from 'vitest'
import { useWords } from '../../lib/words.svelte'
import { centsOf, money, MOST_CENTS, typedOf } from './money'

const NONE = new FluentResource('')

describe('amounts', () => {
  test('are whole cents, whatever is typed', () => {
    expect(['1,50', '1.50', ' 1,5 ', '2', '2 €', '0,05', '0.1'].map(centsOf)).toEqual([150, 150, 150, 200, 200, 5, 10])
    for (let cents = 1; cents < 3000; cents += 7) expect(centsOf(typedOf(cents))).toBe(cents)
  })

  test('are refused if they are none, nothing, below nothing, too fine or too much', () => {
    for (const typed of ['', 'x', '0', '0,00', '-1', '1,234', '1.000,00', '1e3', '1,', '1000000,01'])
      expect(centsOf(typed), typed).toBeNull()
    expect(centsOf('1000000')).toBe(MOST_CENTS)
  })

  test('are written as in each language', () => {
    useWords('de', NONE)
    expect([typedOf(150), money(150), money(-5)]).toEqual(['1,50', '1,50\u00a0€', '−0,05\u00a0€'])
    useWords('en', NONE)
    expect([typedOf(5), money(123456)]).toEqual(['0.05', '€1,234.56'])
  })
})
