/** How a p-value is said to somebody who has never heard of one. */

/** From which p-value on nobody would look twice. */
const COMMON = 0.5
const NEVER = 1e-6

export interface Oddity {
  key: 'few' | 'common' | 'one-in' | 'never'
  /** About one of so many honest servers lies at least so far off. */
  many: number
  /** Whether it is worth a second look. */
  odd: boolean
}

/** What share of honest servers looks at least this odd; none where there are too few dice to tell. */
export function oddity(p: number | null): Oddity {
  if (p === null) return { key: 'few', many: 0, odd: false }
  if (p >= COMMON) return { key: 'common', many: 2, odd: false }
  if (p < NEVER) return { key: 'never', many: 1 / NEVER, odd: true }
  return { key: 'one-in', many: rounded(1 / p), odd: p < 0.01 }
}

/** Two figures are enough: one in 20, one in 340. */
function rounded(many: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(many)) - 1)
  return Math.round(many / step) * step
}
