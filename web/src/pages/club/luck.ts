/** Luck in words and on a scale: dice are called lucky only outside the range of fair ones. */

import type { Luck } from '../../lib/messages'

export function verdictOn({
  luck,
  spread,
  games,
}: Pick<Luck, 'luck' | 'spread' | 'games'>): 'lucky' | 'fair' | 'unlucky' | 'none' {
  if (!games) return 'none'
  if (Math.abs(luck) <= spread) return 'fair'
  return luck > 0 ? 'lucky' : 'unlucky'
}

/** The end of the common scale of several ranges. */
export const largest = (all: readonly Pick<Luck, 'luck' | 'spread'>[]): number =>
  Math.max(0.1, ...all.flatMap(({ luck, spread }) => [Math.abs(luck), spread])) * 1.05
