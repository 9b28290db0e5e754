/** The dice tapped so far for one question; the last one makes the event. */

import type { GameEvent } from '../lib/messages'
import { countOf, type DiceQuestion } from './question'

export class Entry {
  #dice: readonly number[] = $state.raw([])
  #question = $state('')

  /** The dice of this question; those of another one are forgotten. */
  of(question: DiceQuestion): readonly number[] {
    return this.#question === question.id ? this.#dice : []
  }

  /** Adds a die; the event, if it was the last one. More dice than asked for are ignored. */
  add(question: DiceQuestion, value: number): GameEvent | null {
    const count = countOf(question)
    const dice = this.of(question)
    if (dice.length === count) return null
    this.#question = question.id
    this.#dice = [...dice, value]
    return this.#dice.length === count ? question.event([...this.#dice]) : null
  }

  /** Removes the last die, if there is one. */
  remove(question: DiceQuestion): void {
    this.#dice = this.of(question).slice(0, -1)
  }

  /** Forgets all dice: the event was told, or refused. */
  clear(): void {
    this.#dice = []
  }
}
