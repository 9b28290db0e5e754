/** Which dice are kept: from what was tapped to a move that the server offers, and why there is none. */

import type { SchockenEvent, SchockenFacts, SchockenThrow } from '../../lib/messages'

export interface Hand {
  kept: readonly number[]
  thrown: readonly number[]
  throws: number
}

/** A die of the own hand; `fixed` if it cannot be chosen: it has to stay, or has to be thrown again. */
export interface Lying {
  /** Its place in the hand. */
  id: number
  value: number
  /** Made of a six. */
  turned: boolean
  fixed: 'kept' | 'thrown' | null
}

/** Why these dice cannot be kept, as the end of a key `web-schocken-why-…`. */
export type Why = 'three' | 'stays' | 'turned' | 'thrown'

const ONE = 1
const SIX = 6

export const throwsIn = (moves: readonly SchockenEvent[]): SchockenThrow[] => moves.filter((move) => move.e === 'throw')

/** How many ones can be made of sixes: none first, then what the moves offer. */
export function flipsIn(throws: readonly SchockenThrow[]): number[] {
  return [...new Set([0, ...throws.map((move) => move.flip ?? 0)])].sort((one, other) => one - other)
}

/**
 * The dice of a hand once `flip` ones have been made of sixes: one six more than that is taken, and it is thrown again.
 * Dice kept before are fixed where every move keeps them.
 */
export function lying(hand: Hand, throws: readonly SchockenThrow[], flip: number): Lying[] {
  const stay = hand.kept.length > 0 && throws.every((move) => holds(move.keep, hand.kept))
  const kept = hand.kept.map((value, id): Lying => ({ id, value, turned: false, fixed: stay ? 'kept' : null }))
  let sixes = flip ? flip + 1 : 0
  const thrown = hand.thrown.map((value, place): Lying => {
    const id = hand.kept.length + place
    if (value !== SIX || sixes === 0) return { id, value, turned: false, fixed: null }
    sixes -= 1
    if (sixes === 0) return { id, value, turned: false, fixed: 'thrown' }
    return { id, value: ONE, turned: true, fixed: 'kept' }
  })
  return [...kept, ...thrown]
}

/** Whether a die is kept, given those that were tapped. */
export function isKept(die: Lying, tapped: ReadonlySet<number>): boolean {
  return die.fixed ? die.fixed === 'kept' : tapped.has(die.id)
}

/** The move that keeps these dice and throws the others, or none if the server offers none. */
export function keeping(
  throws: readonly SchockenThrow[],
  dice: readonly Lying[],
  tapped: ReadonlySet<number>,
  flip: number,
): SchockenThrow | null {
  const keep = dice.filter((die) => isKept(die, tapped)).map((die) => die.value)
  return throws.find((move) => (move.flip ?? 0) === flip && move.keep.length === keep.length && holds(move.keep, keep)) ?? null
}

/** Why a die does not leave its place. */
export function whyFixed(die: Lying): Why | null {
  if (die.fixed === null) return null
  if (die.turned) return 'turned'
  return die.fixed === 'kept' ? 'stays' : 'thrown'
}

/** Whether a seat has a hand worth keeping: one with a name, or the best one that lies open beside others. */
export function isMade(ranks: SchockenFacts['ranks'], seat: number): boolean {
  const own = ranks[seat]
  if (!own) return false
  const others = ranks.filter((rank, other) => rank && other !== seat)
  return own.name !== 'rank-ordinary' || (others.length > 0 && others.every((rank) => rank!.height < own.height))
}

/** Whether some dice are among others, each as often. */
function holds(dice: readonly number[], some: readonly number[]): boolean {
  const count = (among: readonly number[], face: number): number => among.filter((other) => other === face).length
  return some.every((face) => count(dice, face) >= count(some, face))
}
