/** Parameters of the Schocken explorer, and the dice of its answers. */

import type { KeepChoice, KeepThrow } from '../../lib/messages'

export const HOUSES = ['plain', 'pub'] as const
export const AIMS = ['half', 'game'] as const
export const PLAYERS = [2, 3, 4] as const
export const STONES = 13

const FACES = [6, 5, 4, 3, 2, 1]

/** All throws that can lie open, the best of each kind first: `111`, `611`, …, `221`. */
export const OPEN: readonly string[] = FACES.flatMap((high) =>
  FACES.filter((middle) => middle <= high).flatMap((middle) =>
    FACES.filter((low) => low <= middle).map((low) => `${high}${middle}${low}`),
  ),
)

/** Open dice beside covered ones, ones first. */
export const COVERED: readonly string[] = [
  '1??',
  '11?',
  '???',
  ...[2, 3, 4, 5, 6].map((die) => `${die}??`),
  ...FACES.flatMap((high) => FACES.filter((low) => low <= high && high > 1).map((low) => `${high}${low}?`)),
]

/** Whether a finished hand can lie open or covered; `last` covers the last allowed throw (S5). */
export function canLie(place: number, limit: number, house: (typeof HOUSES)[number]): { open: boolean; covered: boolean } {
  if (place === 0) return { open: limit < 3, covered: limit === 3 }
  const hides = house === 'pub' ? limit : 3
  return { open: hides > 1, covered: hides === limit }
}

export interface Lying {
  value: number
  /** Whether the die stays on the table; the others go back into the cup. */
  stays: boolean
}

/** The dice of a throw as a choice leaves them: those that stay, and those that are thrown again. */
export function after({ dice }: Pick<KeepThrow, 'dice'>, choice: Pick<KeepChoice, 'stand' | 'keep' | 'flip'>): Lying[] {
  if (choice.stand) return dice.map((value) => ({ value, stays: true }))
  if (choice.flip) {
    const kept = [...choice.keep].reverse().map((value) => ({ value, stays: true }))
    return [...kept, ...Array.from({ length: 3 - kept.length }, () => ({ value: 6, stays: false }))]
  }
  const left = [...choice.keep]
  return dice.map((value) => {
    const place = left.indexOf(value)
    if (place >= 0) left.splice(place, 1)
    return { value, stays: place >= 0 }
  })
}
