/** What a turn has brought so far. The server tells scores; this remembers how they stood when the cups were thrown. */

import type { ZocknrollShown } from '../../lib/messages'

export class Gains {
  #turn = 0
  #scores: readonly number[] = []

  /** What each seat has won in the turn that lies on the table; all 0 for somebody who came in the middle of it. */
  of({ facts }: ZocknrollShown): number[] {
    const fresh = facts.inside.every(Boolean) && !facts.best.length
    if (fresh || facts.turn !== this.#turn) {
      this.#turn = facts.turn
      this.#scores = facts.scores
    }
    return facts.scores.map((score, seat) => score - (this.#scores[seat] ?? score))
  }
}
