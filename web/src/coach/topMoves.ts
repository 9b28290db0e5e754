import type { Alternative } from '../lib/messages'

/** How many moves fit on a phone. */
export const FEW = 4

export interface ListedMove {
  move: Alternative
  /** Its place among all moves, the best first. */
  place: number
}

/** The moves to show: all of them, or the best few and the one that was made, which is never left out. */
export function topMoves(moves: readonly Alternative[], made: number | null, all: boolean): ListedMove[] {
  const every = moves.map((move, place) => ({ move, place }))
  // A button that shows a single move takes as much room as the move.
  if (all || moves.length <= FEW + 1) return every
  return every.filter(({ place }) => place < FEW || place === made)
}
