/** The points of the current turn: the difference to the scores when the cups were thrown. */

import type { ZocknrollShown } from '../../lib/messages'

export class Gains {
  #turn = 0
  #scores: readonly number[] = []

  /** The points of each seat in the current turn; all 0 if the page was opened in the middle of it. */
  of({ facts }: ZocknrollShown): number[] {
    const fresh = facts.inside.every(Boolean) && !facts.best.length
    if (fresh || facts.turn !== this.#turn) {
      this.#turn = facts.turn
      this.#scores = facts.scores
    }
    return facts.scores.map((score, seat) => score - (this.#scores[seat] ?? score))
  }
}
