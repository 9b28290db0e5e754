import { expect, test } from 'vitest'
import type { GameInfo, OptionShown } from '../../lib/messages'
import { chosen, defaults, presetOf, QUICK, sorted, withPreset, wrongOptions } from './form'

const option = (name: string, rule: string, values: (string | boolean)[]): OptionShown => ({
  name,
  rule,
  default: values[0]!,
  choices: values,
  least: null,
})
const stones = { name: 'stones', rule: 'S1', default: 13, choices: [], least: 1 } as unknown as OptionShown

const SCHOCKEN = {
  game: 'schocken',
  options: [stones, option('covered', 'S5', ['third', 'last']), option('length', 'S11', ['game', 'half'])],
  presets: { pub: { covered: 'last' } },
} as unknown as GameInfo

const names = (options: OptionShown[]): string[] => options.map(({ name }) => name)

test('the length comes first, then what is not folded', () => {
  const { length, first, rest } = sorted(SCHOCKEN)
  expect([names(length), names(first), names(rest)]).toEqual([['length'], ['stones'], ['covered']])
})

test('house rules leave the length alone, and the length changes no house rules', () => {
  const half = { ...defaults(SCHOCKEN), length: 'half' }
  expect(presetOf(SCHOCKEN, half)).toBe('')
  const pub = withPreset(SCHOCKEN, 'pub', half)
  expect(chosen(SCHOCKEN, pub)).toEqual({ covered: 'last', length: 'half' })
  expect(presetOf(SCHOCKEN, pub)).toBe('pub')
})

test('a quick match has options that the game knows', () => {
  const quick = { ...defaults(SCHOCKEN), ...QUICK.schocken }
  expect(chosen(SCHOCKEN, quick)).toEqual({ length: 'half' })
  expect(wrongOptions(SCHOCKEN, quick)).toEqual([])
})
