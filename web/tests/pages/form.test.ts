import { expect, test } from 'vitest'
import type { GameInfo } from '../../src/lib/messages'
import {
  chosen,
  defaults,
  kindOf,
  nameSent,
  type OptionValue,
  presetOf,
  sorted,
  withPreset,
  wrongOptions,
} from '../../src/pages/new/form'

const option = (name: string, given: OptionValue, choices: OptionValue[] = [], least: number | null = null) => ({
  name,
  rule: 'S1',
  default: given,
  choices,
  least,
})

const SCHOCKEN: GameInfo = {
  game: 'schocken',
  players: [2, 24],
  usual: 4,
  options: [option('stones', 13, [], 1), option('sixes', false, [false, true]), option('covered', 'third', ['third', 'last'])],
  presets: { pub: { sixes: true, covered: 'last' } },
  levels: ['casual'],
}
const CHIPS: GameInfo = { ...SCHOCKEN, game: 'zock', options: [option('chips', null)], presets: {} }

test('the kind of a field follows from the description of the option', () => {
  expect(SCHOCKEN.options.map(kindOf)).toEqual(['number', 'choices', 'choices'])
  expect(CHIPS.options.map(kindOf)).toEqual(['chips'])
  expect(sorted(SCHOCKEN).first.map(({ name }) => name)).toEqual(['stones'])
})

test('a preset is recognised, also if its options were set by hand', () => {
  const values = defaults(SCHOCKEN)
  expect(presetOf(SCHOCKEN, values)).toBe('')
  expect(presetOf(SCHOCKEN, withPreset(SCHOCKEN, 'pub', values))).toBe('pub')
  expect(presetOf(SCHOCKEN, { ...values, sixes: true, covered: 'last' })).toBe('pub')
  expect(presetOf(SCHOCKEN, { ...values, sixes: true })).toBeNull()
})

test('a preset keeps the options that are shown first', () => {
  const five = withPreset(SCHOCKEN, 'pub', { ...defaults(SCHOCKEN), stones: 5 })
  expect(five).toEqual({ stones: 5, sixes: true, covered: 'last' })
  expect(presetOf(SCHOCKEN, five)).toBe('pub')
  expect(withPreset(SCHOCKEN, '', five)).toEqual({ stones: 5, sixes: false, covered: 'third' })
})

test('only options that differ from their defaults are sent', () => {
  expect(chosen(SCHOCKEN, defaults(SCHOCKEN))).toEqual({})
  expect(chosen(SCHOCKEN, { ...defaults(SCHOCKEN), stones: 5 })).toEqual({ stones: 5 })
})

test.each([0, -1, 1.5, NaN, 1e10, '13'])('%s stones cannot be sent', (stones) =>
  expect(wrongOptions(SCHOCKEN, { ...defaults(SCHOCKEN), stones })).toEqual(['stones']),
)

test('chips are all or nothing', () => {
  expect(wrongOptions(CHIPS, { chips: null })).toEqual([])
  expect(wrongOptions(CHIPS, { chips: { red: 1, blue: 2, yellow: 5, green: 10 } })).toEqual([])
  expect(wrongOptions(CHIPS, { chips: { red: 1, blue: 2, yellow: 0, green: 10 } })).toEqual(['chips'])
})

test('a name is cut and cleaned before it is sent', () => {
  expect(nameSent(' Ada ')).toBe('Ada')
  expect(nameSent('x'.repeat(1_000_000)).length).toBeLessThan(1000)
  expect(nameSent('🎲a\ud83d')).toBe('🎲a\ufffd')
})
