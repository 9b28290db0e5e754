/**
 * What a table with real dice asks next, from the game that is shown. The server says which moves there are; nothing here
 * knows a rule.
 */

import type { AnyGame } from '../games/contract'
import type { GameEvent, SchockenThrow } from '../lib/messages'
import { schockenQuestion } from './schocken'
import { zockQuestion } from './zock'
import { zocknrollQuestion } from './zocknroll'

/** A key of the Fluent files with its values; `row` is the name of a row of the sheet, which has a message of its own. */
export interface Said {
  key: string
  values?: Record<string, string | number>
}

/** A tap that tells an event. */
export interface Option {
  said: Said
  event: GameEvent
  /** What it does, for the keyboard. */
  key: string
}

interface Base {
  /** Identifies the question: dice that were tapped do not carry over to the next one. */
  id: string
  /** The seat that is asked; null for what belongs to no seat: lots, roll-offs, white dice, Jörg. */
  seat: number | null
  said: Said
}

/** Dice, one tap each: the last one tells the event. Each part has a line of its own. */
export interface DiceQuestion extends Base {
  kind: 'dice'
  parts: readonly { count: number; said: Said }[]
  event: (dice: number[]) => GameEvent
  /** Dice that lie already. */
  beside: readonly number[]
  /** What can be told instead of dice. */
  options: readonly Option[]
}

/** A name, or the phone draws one. */
export interface StarterQuestion extends Base {
  kind: 'starter'
  events: readonly GameEvent[]
}

/** One of some moves; the first is the best one, where they are `ranked`. */
export interface ChoiceQuestion extends Base {
  kind: 'choice'
  options: readonly Option[]
  ranked: boolean
}

/** Stay, or lift the cup and tell its dice. */
export interface CupQuestion extends Base {
  kind: 'cup'
  stay: GameEvent
  lift: DiceQuestion
}

/** Stand, or keep some dice and throw the others: they are told, or stay under the cup. */
export interface KeepQuestion extends Base {
  kind: 'keep'
  hand: { kept: readonly number[]; thrown: readonly number[]; throws: number }
  throws: readonly SchockenThrow[]
  stand: GameEvent | null
  covered: boolean
}

/** Any open fields, where the players are the referees (K9). */
export interface FieldsQuestion extends Base {
  kind: 'fields'
  open: readonly number[]
  cover: (fields: number[]) => GameEvent
  options: readonly Option[]
}

export type Question = DiceQuestion | StarterQuestion | ChoiceQuestion | CupQuestion | KeepQuestion | FieldsQuestion

/** The next question, or null where nothing is to be told. */
export function questionOf(game: AnyGame): Question | null {
  switch (game.game) {
    case 'zocknroll':
      return zocknrollQuestion(game)
    case 'zock':
      return zockQuestion(game)
    case 'schocken':
      return schockenQuestion(game)
  }
}

/** The line of a question after some of its dice. */
export function lineOf(question: Question, told: number): Said {
  if (question.kind !== 'dice') return question.said
  let before = 0
  for (const part of question.parts) {
    before += part.count
    if (told < before) return part.said
  }
  return question.said
}

/** How many dice a question takes. */
export const countOf = ({ parts }: DiceQuestion): number => parts.reduce((sum, { count }) => sum + count, 0)

/** Whether a device may answer: `tells` are the seats it tells for; what belongs to no seat every seated device tells. */
export const mayTell = ({ seat }: Question, tells: readonly number[], seated: boolean): boolean =>
  seated && (seat === null || tells.includes(seat))

/** One of some events by lot, without bias: `random` gives a number from 0 up to 1. */
export function drawn<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.min(items.length - 1, Math.floor(random() * items.length))]!
}

/** The questions of all games about who begins. */
export const starterQuestion = (players: number, key: string): StarterQuestion => ({
  kind: 'starter',
  id: 'starter',
  seat: null,
  said: { key },
  events: Array.from({ length: players }, (_, seat) => ({ e: 'starter', seat })),
})

/** A question about dice of one part. */
export function diceQuestion(
  id: string,
  seat: number | null,
  said: Said,
  count: number,
  event: (dice: number[]) => GameEvent,
  rest: Partial<Pick<DiceQuestion, 'beside' | 'options'>> = {},
): DiceQuestion {
  return { kind: 'dice', id, seat, said, parts: [{ count, said }], event, beside: [], options: [], ...rest }
}
