/** P-values in words for players. */

/** From which p-value on nobody would look twice. */
const COMMON = 0.5
/** Above it shares are said in tenths: "1 in 2" would be said of far too much. */
const TENTHS = 0.2
/** What is rarer than that is worth a second look, even for whoever has asked all questions of the page. */
const ODD = 1e-4
const NEVER = 1e-6
/** What three decimals can tell from nothing. */
const SMALLEST = 0.001

export interface PValueText {
  key: 'few' | 'common' | 'of-ten' | 'one-in' | 'never'
  /** About one of so many honest servers lies at least so far off; of ten, so many. */
  many: number
  /** Whether it is worth a second look; null where there is nothing to look at yet. */
  odd: boolean | null
}

/** What share of honest servers looks at least this odd; none where there are too few dice to tell. */
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

/** The p-value itself, of which three decimals never say that it is nothing or everything. */
export function figure(p: number): { key: 'p' | 'p-below' | 'p-above'; p: number } {
  if (p < SMALLEST) return { key: 'p-below', p: SMALLEST }
  if (p > 1 - SMALLEST) return { key: 'p-above', p: 1 - SMALLEST }
  return { key: 'p', p }
}

/** What is expected less than ten times needs a decimal, so that "2 of 1.7" is no riddle. */
export const expectedKey = (count: number): 'web-honesty-count' | 'web-honesty-count-fine' =>
  count < 10 ? 'web-honesty-count-fine' : 'web-honesty-count'
