/** What a throw of ZOCK can cover (K3 to K6), with the reason why. The moves of a decision come from the server. */

import type { ZockOptions } from '../../lib/messages'

export interface Way {
  kind: 'both' | 'sum' | 'pair' | 'product' | 'difference'
  /** The number that is covered; 0 for both dice as they are. */
  number: number
  /** Its fields; none if no field covers it. */
  fields: readonly number[]
}

const FIELDS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** A number as fields: its digits without a zero, each once (K6). */
function fieldsOf(number: number, options: ZockOptions): number[] {
  if (number > 10 && options.two_digit === 'ten_only' && options.variant !== 'C') return []
  const digits = String(number).split('').map(Number).filter(Boolean)
  return new Set(digits).size === digits.length ? digits : []
}

/** All ways to use a throw on open boards: both numbers, the sum, and what the variant adds (K3, K5). Each cover once. */
export function waysOf(dice: readonly number[], options: ZockOptions): Way[] {
  const [x, y] = [Math.min(...dice), Math.max(...dice)]
  const sum = x + y
  const as = (kind: Way['kind'], number: number): Way => ({ kind, number, fields: fieldsOf(number, options) })
  const ways: Way[] = x === y ? [] : [{ kind: 'both', number: 0, fields: [x, y] }]
  ways.push(as('sum', sum))
  if (options.variant === 'B' || options.variant === 'C') {
    const pairs = FIELDS.filter((field) => field < sum - field && sum - field <= 9).map((field) => [field, sum - field])
    ways.push(...pairs.map((fields): Way => ({ kind: 'pair', number: sum, fields })))
  }
  if (options.variant === 'C') ways.push(as('product', x * y), ...(x === y ? [] : [as('difference', y - x)]))
  const seen = new Set<string>()
  return ways.filter(({ fields }) => {
    const cover = fields.join()
    return !cover || (!seen.has(cover) && seen.add(cover))
  })
}

/** The fields of a way that are covered already. */
export const taken = (way: Way, open: readonly number[]): number[] => way.fields.filter((field) => !open.includes(field))

/** What else to know about throws at this table, as ends of keys `guide-ranking-…`. */
export function remarks(options: ZockOptions): string[] {
  const tenOnly = options.two_digit === 'ten_only' && options.variant !== 'C'
  return ['doubles', tenOnly ? 'ten-only' : 'digits', 'must', ...(options.variant === 'A' ? ['A'] : [])]
}
