/** Amounts of the penalty box: whole cents inside, written as in the language in use. */

import { spoken } from '../../lib/words.svelte'

/** The largest amount of one booking, in cents. */
export const MOST_CENTS = 1_000_000_00

/** The cents of a typed amount (`1,50`, `1.50`, `2`), or null if it is none. Thousands are not separated. */
export function centsOf(typed: string): number | null {
  const parts = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(typed)
  if (!parts) return null
  const cents = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
  return cents >= 1 && cents <= MOST_CENTS ? cents : null
}

/** Cents as one types them: `1,50` in German, `1.50` in English. */
export function typedOf(cents: number): string {
  const comma = spoken() === 'de' ? ',' : '.'
  return `${Math.trunc(cents / 100)}${comma}${String(cents % 100).padStart(2, '0')}`
}

/** Cents as one reads them: `1,50 €`, `€1.50`. */
export const money = (cents: number): string =>
  new Intl.NumberFormat(spoken(), { style: 'currency', currency: 'EUR' }).format(cents / 100).replace('-', '−')
