/** A situation of Schocken for the explorer; seats are counted from the beginner of the round. */

import { numberIn, oneOf, type Query } from './query.svelte'
import { AIMS, canLie, COVERED, HOUSES, OPEN, STONES } from './schocken'

export interface Situation {
  players: number
  house: (typeof HOUSES)[number]
  aim: (typeof AIMS)[number]
  /** How often the deciding seat has thrown. */
  throw: number
  stones: readonly number[]
  /** The hands of those who have finished: `652`, or `1??` with covered dice. */
  before: readonly string[]
  /** How often the beginner has thrown. */
  limit: number
}

/** The situation in a query string, adjusted to the rules. */
export function roundIn(query: Query): Situation {
  return fitting({
    players: numberIn(query.players, 2, 4, 2),
    house: oneOf(query.house, HOUSES),
    aim: oneOf(query.aim, AIMS),
    throw: numberIn(query.throw, 1, 2, 1),
    stones: (query.stones ?? '').split(',').map((text) => numberIn(text, 0, STONES, 0)),
    before: (query.before ?? '').split(',').filter(Boolean),
    limit: numberIn(query.limit, 1, 3, 3),
  })
}

export function roundQuery({ players, house, aim, throw: thrown, stones, before, limit }: Situation): Query {
  const follows: Query = before.length ? { before: before.join(','), limit: String(limit) } : {}
  return { players: String(players), house, aim, throw: String(thrown), stones: stones.join(','), ...follows }
}

/** The situation, adjusted to the rules. */
export function fitting(round: Situation): Situation {
  const { players, house } = round
  const before = round.before.slice(0, players - 1)
  const limit = before.length ? Math.max(2, round.limit) : 3 // with a single throw there is no decision
  return {
    ...round,
    limit,
    throw: Math.min(round.throw, limit - 1),
    stones: dealt(round.stones, players, before.length),
    before: before.map((hand, place) => lying(hand, place, limit, house)),
  }
}

/** Stones per seat: never more than there are, and no seat that throws is out of the half (S9). */
function dealt(stones: readonly number[], players: number, place: number): number[] {
  let left = STONES
  const held = Array.from({ length: players }, (_, seat) => {
    const count = Math.min(stones[seat] ?? 0, left, STONES - 1)
    left -= count
    return count
  })
  const out = left === 0 && held.slice(0, place + 1).some((count) => count === 0)
  return out ? held.map((count, seat) => (count === Math.max(...held) && seat === held.indexOf(count) ? count - 1 : count)) : held
}

function lying(hand: string, place: number, limit: number, house: Situation['house']): string {
  const can = canLie(place, limit, house)
  if (OPEN.includes(hand) && can.open) return hand
  if (COVERED.includes(hand) && can.covered) return hand
  return can.open ? '652' : '1??'
}
