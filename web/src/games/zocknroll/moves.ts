/** The moves of a decision, grouped for the buttons: stay, the best row, and the other rows. */

import type { Drop, GameEvent, Mark, Stay, ZocknrollShown } from '../../lib/messages'
import type { Choices } from '../contract'

export type Decided = Stay | Drop | Mark

export interface Offer {
  move: Decided
  /** Its place in the list of moves, and so the key that plays it. */
  place: number
  choice: Choices['choices'][number] | null
}

export interface Offers {
  stay: Offer | null
  /** Drops and marks come best row first. */
  best: Offer | null
  others: Offer[]
}

/** The viewer's moves, with the texts of `choices` unless they belong to an earlier decision. */
export function offersOf(game: ZocknrollShown, you: number | null, choices: Choices | null): Offers {
  const mine = game.pending.kind === 'decision' && you !== null && game.pending.seat === you
  const moves = mine ? game.pending.moves.filter(isDecided) : []
  const offers = moves.map((move, place) => {
    const choice = choices?.choices[place]
    return { move, place, choice: choice && same(choice.move, move) ? choice : null }
  })
  const rows = offers.filter(({ move }) => move.e !== 'stay')
  return { stay: offers.find(({ move }) => move.e === 'stay') ?? null, best: rows[0] ?? null, others: rows.slice(1) }
}

const isDecided = (move: GameEvent): move is Decided => move.e === 'stay' || move.e === 'drop' || move.e === 'mark'

const same = (one: GameEvent, other: Decided): boolean =>
  isDecided(one) && one.e === other.e && (one.e === 'stay' || other.e === 'stay' || one.row === other.row)
