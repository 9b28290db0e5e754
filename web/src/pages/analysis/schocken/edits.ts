/** Changes to a position of Schocken. Unambiguous consequences of a change are applied, too. */

import type { Hand, SchockenState } from '../../../lib/messages'

const STONES = 13
const NOTHING: Hand = { kept: [], thrown: [], throws: 0 }
const SOMETHING: Hand = { kept: [], thrown: [1, 2, 4], throws: 1 }
const MOST_THROWS = 3

export const stonesOf = (view: SchockenState): number => view.options.stones ?? STONES

/** Whose turn it is, with the rest of the round as it then has to lie. */
export const turnOf = (view: SchockenState, seat: number): SchockenState => settled({ ...view, seat, phase: 'decide' })

export const begunBy = (view: SchockenState, beginner: number): SchockenState => settled({ ...view, beginner })

/** Stones that a player holds; the rest lies in the middle (S1). */
export function holding(view: SchockenState, seat: number, count: number): SchockenState {
  const stones = view.stones.map((held, owner) => (owner === seat ? count : held))
  return settled({ ...view, stones })
}

/** The halves that are lost, by whom (S2); a new half or final begins with all stones in the middle. */
export const lostBy = (view: SchockenState, lost: number[]): SchockenState =>
  settled({ ...view, lost, stones: view.stones.map(() => 0) })

/**
 * The dice of a hand: so many of them kept, the others of the last throw. A throw is covered as a whole, so the first of
 * its dice that is covered or opened takes the others with it.
 */
export function handed(view: SchockenState, seat: number, dice: readonly number[], kept: number, throws: number): SchockenState {
  const many = throws > 1 ? kept : 0
  const open = dice.map((die) => die || 1)
  const last = dice.slice(many)
  const covered = view.hands[seat]!.thrown.includes(0) ? last.every((die) => !die) : last.includes(0)
  const thrown = covered ? last.map(() => 0) : open.slice(many)
  const hand = { kept: open.slice(0, many).sort(), thrown: thrown.sort(), throws }
  return settled({ ...view, hands: view.hands.map((old, owner) => (owner === seat ? hand : old)) })
}

/** All three dice, the kept ones first. */
export const diceOf = ({ kept, thrown }: Hand): number[] => [...kept, ...thrown]

/** Who takes part in the round, from the beginner on (S6, S9). */
export function orderOf({ stones, middle, lost, beginner }: SchockenState): number[] {
  const final = lost.length >= 2
  const seats = stones.map((_, place) => (beginner + place) % stones.length)
  return seats.filter((seat) => (final ? lost.includes(seat) : true) && (middle > 0 || stones[seat]! > 0 || seat === beginner))
}

/** The position with stones that add up, and hands only for the seats that have thrown. */
function settled(view: SchockenState): SchockenState {
  const total = stonesOf(view)
  const held = view.stones.reduce((sum, stones) => sum + stones, 0)
  const middle = Math.max(0, total - held)
  const least = view.lost.length + (middle < total ? 1 : 0)
  const rounds = least ? Math.max(view.rounds, least) : 0
  const next = { ...view, middle, rounds }
  return { ...next, hands: handsOf(next) }
}

function handsOf(view: SchockenState): Hand[] {
  const order = orderOf(view)
  const turn = order.indexOf(view.seat)
  const first = view.hands[view.beginner] ?? NOTHING
  // The others may throw as often as the beginner has, and decide while a throw is left (S6).
  const limit = turn > 0 ? Math.max(2, first.throws) : MOST_THROWS
  const hands = view.hands.map((hand, seat) => {
    const place = order.indexOf(seat)
    if (place < 0 || place > turn) return NOTHING
    const shown = hand.throws ? hand : SOMETHING
    if (seat === view.beginner && turn > 0) return { ...shown, throws: limit }
    return { ...shown, throws: Math.min(shown.throws, place === turn ? limit - 1 : limit) }
  })
  return hands.map(oneThrowKeepsNothing)
}

/** Dice are kept after the first throw only (S4). */
const oneThrowKeepsNothing = (hand: Hand): Hand =>
  hand.throws === 1 && hand.kept.length ? { ...hand, kept: [], thrown: diceOf(hand).sort() } : hand
