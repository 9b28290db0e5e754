/** Parameters of the ZOCK explorer. */

export const VARIANTS = ['basic', 'A', 'B', 'C'] as const
export const AIMS = ['win', 'points', 'match'] as const
export const MOST_LEAD = 60

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Fields in a query string, `139`; all of them if it is malformed. */
export function fieldsIn(text: string | undefined): number[] {
  const found = ALL.filter((field) => text?.includes(String(field)))
  return found.length ? found : ALL
}

/** A flap is turned over; the last one stays open, or the game would be won. */
export function turned(open: readonly number[], field: number): number[] {
  const left = ALL.filter((each) => open.includes(each) !== (each === field))
  return left.length ? left : [...open]
}
