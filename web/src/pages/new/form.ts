/** The form of a new table: defaults, presets and validation, all from `GameInfo`. */

import type { Chips, GameInfo, OptionShown } from '../../lib/messages'

export type OptionValue = OptionShown['default']

export const COLOURS = ['red', 'blue', 'yellow', 'green'] as const
export const USUAL_CHIPS: Chips = { red: 1, blue: 2, yellow: 5, green: 10 }
export const LONGEST_NAME = 16
/** Longer names are cut to this length, and the server refuses them with a message. */
const MOST_SENT = 100

/**
 * A name as it is sent. The server closes the connection on messages that are too long or not valid Unicode, and the
 * client would send the command again.
 */
export const nameSent = (typed: string): string =>
  typed
    .trim()
    .slice(0, MOST_SENT)
    .replace(/\p{Surrogate}/gu, '\ufffd')

/** The largest number that an option or a chip takes. */
export const MOST = 1_000_000_000

/** The option that says how long a game takes, if it has one. */
const LENGTH: Partial<Record<GameInfo['game'], string>> = { zock: 'games', schocken: 'length' }

/** The other options that are shown first; the rest is folded. */
const FIRST: Record<GameInfo['game'], readonly string[]> = { zocknroll: ['board'], zock: ['variant'], schocken: ['stones'] }

/** Numbers of an option that are offered as choices. */
const USUAL: Record<string, readonly number[]> = { 'zock-games': [1, 3, 10] }

/** The length of a game that starts with one tap; Zock'n'Roll has one length only. */
export const QUICK: Record<GameInfo['game'], Record<string, OptionValue>> = {
  zocknroll: {},
  zock: { games: 3 },
  schocken: { length: 'half' },
}

export const usualCounts = (game: GameInfo['game'], option: string): readonly number[] => USUAL[`${game}-${option}`] ?? []

export const isLength = (game: GameInfo['game'], option: string): boolean => LENGTH[game] === option

export type Kind = 'choices' | 'number' | 'chips'

export function kindOf(option: OptionShown): Kind {
  if (option.choices.length) return 'choices'
  return option.least === null ? 'chips' : 'number'
}

/** The options of a game: its length, those shown after it, and the folded ones. */
export function sorted(info: GameInfo): Record<'length' | 'first' | 'rest', OptionShown[]> {
  const length = info.options.filter(({ name }) => isLength(info.game, name))
  const first = info.options.filter(({ name }) => FIRST[info.game].includes(name))
  return { length, first, rest: info.options.filter((option) => !length.includes(option) && !first.includes(option)) }
}

export function defaults(info: GameInfo): Record<string, OptionValue> {
  return Object.fromEntries(info.options.map((option) => [option.name, option.default]))
}

/** The defaults with a preset; the options that are not folded keep their values. */
export function withPreset(info: GameInfo, preset: string, values: Record<string, OptionValue>): Record<string, OptionValue> {
  const { length, first } = sorted(info)
  const own = [...length, ...first].map(({ name }) => [name, values[name] ?? null] as const)
  return { ...defaults(info), ...Object.fromEntries(own), ...info.presets[preset] }
}

/** The preset that equals the options; the empty string for the defaults. */
export function presetOf(info: GameInfo, values: Record<string, OptionValue>): string | null {
  const same = (preset: string): boolean => {
    const wanted = withPreset(info, preset, values)
    return info.options.every(({ name }) => JSON.stringify(wanted[name]) === JSON.stringify(values[name]))
  }
  return ['', ...Object.keys(info.presets)].find(same) ?? null
}

/** The options that differ from their defaults. */
export function chosen(info: GameInfo, values: Record<string, OptionValue>): Record<string, OptionValue> {
  const differs = (option: OptionShown): boolean => JSON.stringify(values[option.name]) !== JSON.stringify(option.default)
  return Object.fromEntries(info.options.filter(differs).map(({ name }) => [name, values[name] ?? null]))
}

/** Whether a number can be sent as it stands. */
export const isWhole = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MOST

/** The options that cannot be sent as they stand. */
export function wrongOptions(info: GameInfo, values: Record<string, OptionValue>): string[] {
  return info.options.filter((option) => !isRight(option, values[option.name])).map(({ name }) => name)
}

function isRight(option: OptionShown, value: OptionValue | undefined): boolean {
  switch (kindOf(option)) {
    case 'choices':
      return value !== undefined && option.choices.includes(value)
    case 'number':
      return isWhole(value, option.least ?? 0)
    case 'chips':
      return value === null || COLOURS.every((colour) => isWhole((value as Chips)[colour], 1))
  }
}
