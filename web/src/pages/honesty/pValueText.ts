/** P-values in words for players. */

/** From this p-value on the result is ordinary. */
const COMMON = 0.5
/** Above it shares are given in tenths. */
const TENTHS = 0.2
/** Below it the result is suspicious, even allowing for all tests on the page. */
const ODD = 1e-4
const NEVER = 1e-6
/** The smallest value that three decimals show. */
const SMALLEST = 0.001

export interface PValueText {
  key: 'few' | 'common' | 'of-ten' | 'one-in' | 'never'
  /** One of so many honest servers deviates at least as much; or so many of ten. */
  many: number
  /** Whether it is suspicious; null without data. */
  odd: boolean | null
}

/** The share of honest servers that deviate at least as much; none with too few dice. */
export function pValueText(p: number | null): PValueText {
  if (p === null) return { key: 'few', many: 0, odd: null }
  if (p >= COMMON) return { key: 'common', many: 2, odd: false }
  if (p > TENTHS) return { key: 'of-ten', many: Math.round(10 * p), odd: false }
  if (p < NEVER) return { key: 'never', many: 1 / NEVER, odd: true }
  return { key: 'one-in', many: rounded(1 / p), odd: p < ODD }
}

/** Two figures are enough: one in 20, one in 340. */
function rounded(many: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(many)) - 1)
  return Math.round(many / step) * step
}

/** The p-value with three decimals, never 0 or 1. */
export function figure(p: number): { key: 'p' | 'p-below' | 'p-above'; p: number } {
  if (p < SMALLEST) return { key: 'p-below', p: SMALLEST }
  if (p > 1 - SMALLEST) return { key: 'p-above', p: 1 - SMALLEST }
  return { key: 'p', p }
}

/** Expected counts below ten have a decimal. */
export const expectedKey = (count: number): 'web-honesty-count' | 'web-honesty-count-fine' =>
  count < 10 ? 'web-honesty-count-fine' : 'web-honesty-count'
