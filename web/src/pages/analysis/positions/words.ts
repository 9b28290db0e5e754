/** The words of a position text (docs/library/cookbook.md): what all games write alike. */

export const NONE = '-'

/** Dice as digits; a hidden one is 0 in a view and `?` in a text. */
export const writeDice = (dice: readonly number[]): string => dice.map((die) => (die ? String(die) : '?')).join('') || NONE

export const readDice = (text: string): number[] => (text === NONE ? [] : [...text].map((die) => Number(die) || 0))

/** A list between separators; `-` is the empty list. */
export const listed = (text: string, separator: string): string[] => (text === NONE ? [] : text.split(separator))

export const joined = (words: readonly (string | number)[], separator: string): string => words.join(separator) || NONE

type Option = string | number | boolean | Record<string, number> | null | undefined

/** Options that differ from their defaults: `variant=B,games=3`. */
export function writeOptions(options: object): string {
  const given = Object.entries(options as Record<string, Option>).filter(([, value]) => value !== null && value !== undefined)
  return joined(
    given.map(([name, value]) => `${name}=${writeOption(value)}`),
    ',',
  )
}

const writeOption = (value: Option): string =>
  typeof value === 'object' && value ? Object.values(value).join(':') : String(value)

const CHIPS = ['red', 'blue', 'yellow', 'green']

export function readOptions(text: string): Record<string, Option> {
  return Object.fromEntries(
    listed(text, ',').map((word) => {
      const [name = '', value = ''] = word.split('=', 2)
      return [name, readOption(value)]
    }),
  )
}

function readOption(text: string): Option {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d+$/.test(text)) return Number(text)
  if (!text.includes(':')) return text
  return Object.fromEntries(text.split(':').map((value, place) => [CHIPS[place] ?? place, Number(value)]))
}
