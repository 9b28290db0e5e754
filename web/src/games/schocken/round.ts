/** The end of a round: which stones go where, and why one of two equal throws is lower. */

import type { SchockenShown } from '../../lib/messages'

export interface Slide {
  from: number | 'middle'
  to: number
  stones: number
}

/** How long one mat slides, and how much later the next one follows; in milliseconds. */
export const SLIDE_MS = 550
export const BETWEEN_MATS_MS = 70
const MOST_MATS = 13

/** How many mats are drawn sliding. */
export const matsOf = (stones: number): number => Math.min(stones, MOST_MATS)

/** How long all mats slide. */
export const slideMs = (stones: number): number => SLIDE_MS + (matsOf(stones) - 1) * BETWEEN_MATS_MS

/** Which stones went where; all of them to the lowest where a half was lost at once, before they are laid out anew. */
export function slideOf(before: SchockenShown, after: SchockenShown): Slide | null {
  const { standings } = after.facts
  const best = standings[0]
  const lowest = standings.at(-1)
  if (best === undefined || lowest === undefined) return null
  const from = before.view.middle > 0 ? 'middle' : best
  const lay = from === 'middle' ? before.view.middle : before.view.stones[best]!
  const lostHalf = after.view.lost.length > before.view.lost.length
  const stones = lostHalf ? lay : after.view.stones[lowest]! - before.view.stones[lowest]!
  return stones > 0 && from !== lowest ? { from, to: lowest, stones } : null
}

/** Why one of two equal throws is the lower one (S8): it took more throws, or came later. */
export interface Tie {
  higher: number
  lower: number
  why: 'throws' | 'later'
}

/** How the best and the lowest throw came to be that although another one was equal; null where there is none. */
export function tiesOf(game: SchockenShown): { best: Tie | null; lowest: Tie | null } {
  const { standings, ranks } = game.facts
  const heights = standings.map((seat) => ranks[seat]?.height)
  const allEqual = heights[0] === heights.at(-1)
  return { best: allEqual ? null : tieOf(game, standings.slice(0, 2)), lowest: tieOf(game, standings.slice(-2)) }
}

function tieOf({ facts, view }: SchockenShown, [higher, lower]: readonly number[]): Tie | null {
  if (higher === undefined || lower === undefined) return null
  if (facts.ranks[higher]?.height !== facts.ranks[lower]?.height) return null
  const byThrows = view.options.ties === 'throws_then_order' && view.hands[higher]!.throws !== view.hands[lower]!.throws
  return { higher, lower, why: byThrows ? 'throws' : 'later' }
}
