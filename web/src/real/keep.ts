/** Which dice stay and which are told, in Schocken: taps on the dice that lie there, and what is missing to a throw. */

import { flipsIn, isKept, keeping, lying, type Lying } from '../games/schocken/keeping'
import type { GameEvent, SchockenThrow } from '../lib/messages'
import type { KeepQuestion } from './question'

export interface Keeping {
  dice: Lying[]
  /** How many ones can be made of sixes (H1): none first. */
  flips: number[]
  /** The throw that these dice allow, or null: three dice cannot be kept. */
  move: SchockenThrow | null
  /** How many dice are thrown again. */
  rest: number
}

/** The dice of a hand with those that were tapped; `flip` ones are made of sixes. */
export function keepingOf({ hand, throws }: KeepQuestion, tapped: ReadonlySet<number>, flip: number): Keeping {
  const dice = lying(hand, throws, flip)
  const rest = dice.filter((die) => !isKept(die, tapped)).length
  return { dice, flips: flipsIn(throws), move: keeping(throws, dice, tapped, flip), rest }
}

/** The throw with its dice; without any they stay face down under the cup (R2). */
export const thrown = (move: SchockenThrow, dice: readonly number[] | null): GameEvent => ({
  ...move,
  dice: dice ? [...dice] : move.dice.map(() => 0),
})
