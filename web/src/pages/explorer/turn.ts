/** A situation of Zock'n'Roll for the explorer; players in the order of deciding. */

import { numberIn, oneOf, type Query } from './query.svelte'

export const BOARDS = ['basic', 'pro'] as const
export const ROYAL_PAIRS = ['456', 'consecutive', 'six_alike'] as const

/** The decision of a player: still in, dropped in round 1, dropped in round 2. */
export type Fate = 'in' | 'first' | 'second'

export interface Turn {
  board: (typeof BOARDS)[number]
  royalPairs: (typeof ROYAL_PAIRS)[number]
  round: 1 | 2
  place: number
  /** Of all players; the one at `place` is in. */
  fates: readonly Fate[]
  white: readonly number[]
}

/** The possible decisions of a place; places after the deciding one are still open in this round. */
export function possible({ round, place }: Pick<Turn, 'round' | 'place'>, other: number): Fate[] {
  if (other === place) return ['in']
  if (round === 1) return other < place ? ['in', 'first'] : ['in']
  return other < place ? ['in', 'second', 'first'] : ['in', 'first']
}

/** The turn, adjusted to the rules. */
export function fitting(turn: Turn, players = turn.fates.length): Turn {
  const place = Math.min(turn.place, players - 1)
  const fates = Array.from({ length: players }, (_, other) => {
    const fate = turn.fates[other] ?? 'in'
    return possible({ ...turn, place }, other).includes(fate) ? fate : 'in'
  })
  return { ...turn, place, fates }
}

const LETTERS: Record<Fate, string> = { in: '1', first: '0', second: '2' }

export function turnIn(query: Query): Turn {
  const players = numberIn(query.players, 3, 12, 4)
  const white = [...(query.white ?? '')].map((die) => numberIn(die, 1, 6, 1))
  const letters = [...(query.fates ?? '')]
  const fates = letters.map((letter) => (Object.keys(LETTERS) as Fate[]).find((fate) => LETTERS[fate] === letter) ?? 'in')
  return fitting(
    {
      board: oneOf(query.board, BOARDS),
      royalPairs: oneOf(query.royal_pairs, ROYAL_PAIRS),
      round: query.round === '2' ? 2 : 1,
      place: numberIn(query.place, 0, 11, 0),
      fates,
      white: white.length === 4 ? white : [2, 4, 4, 6],
    },
    players,
  )
}

/** The query string of the page. */
export const addressOf = ({ board, royalPairs, round, place, fates, white }: Turn): Query => ({
  board,
  players: String(fates.length),
  ...(board === 'pro' ? { royal_pairs: royalPairs } : {}),
  round: String(round),
  place: String(place),
  fates: fates.map((fate) => LETTERS[fate]).join(''),
  white: white.join(''),
})

/** The query to the server. */
export function turnQuery({ board, royalPairs, round, place, fates, white }: Turn): Query {
  const before = fates.slice(0, place)
  const common = { board, players: String(fates.length), ...(board === 'pro' ? { royal_pairs: royalPairs } : {}) }
  if (round === 1) return { ...common, history: before.map((fate) => (fate === 'in' ? 1 : 0)).join('') }
  return {
    ...common,
    round: '2',
    white: white.slice(0, 3).join(''),
    came: fates.map((fate) => (fate === 'first' ? 0 : 1)).join(''),
    history: before
      .filter((fate) => fate !== 'first')
      .map((fate) => (fate === 'in' ? 1 : 0))
      .join(''),
  }
}
