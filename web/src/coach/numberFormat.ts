/** Number formats for chances and values, in the language in use. */

import { spoken } from '../lib/words.svelte'

const made = new Map<string, Intl.NumberFormat>()

/** Formats are memoized: making one takes a phone longer than a hundred numbers. */
function written(value: number, options: Intl.NumberFormatOptions): string {
  const key = spoken() + JSON.stringify(options)
  const format = made.get(key) ?? new Intl.NumberFormat(spoken(), options)
  made.set(key, format)
  return format.format(value).replace('-', '−')
}

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const SIGNED = { signDisplay: 'exceptZero' } as const

/** A chance: `63,4 %`. */
export const percent = (chance: number): string => written(chance, { style: 'percent', ...ONE_DIGIT })

/** A chance as a whole percentage: `63 %`. */
export const roughly = (chance: number): string => written(chance, { style: 'percent', maximumFractionDigits: 0 })

/** What changed: `+2,1 %`, `−0,4 %`, `0,0 %`. */
export const change = (difference: number): string => written(difference, { style: 'percent', ...SIGNED, ...ONE_DIGIT })

/** 1.96 standard errors on each side are the 95 % confidence interval of an estimate. */
const Z95 = 1.96

/** Chances are shown to a tenth of a percent, and so are their margins. */
const LEAST_MARGIN = 0.001

/** The margin of an estimated chance behind its number, from its standard error: ` ± 1,2 %`; nothing if it is exact. */
export const margin = (error: number | undefined): string =>
  error ? `\u00a0± ${percent(Math.max(Z95 * error, LEAST_MARGIN))}` : ''

/** The same for an error rate, in thousandths. */
export const rateMargin = (error: number | undefined): string =>
  error ? `\u00a0± ${tenth(Math.max(Z95 * error, 100 * LEAST_MARGIN))}` : ''

/** A number with one digit behind the comma. */
export const tenth = (value: number): string => written(value, ONE_DIGIT)

/** The same with its sign. */
export const signed = (value: number): string => written(value, { ...SIGNED, ...ONE_DIGIT })
