import type { AnyGame } from '../games/contract'

export interface Outcome {
  /** The seats that won; in Schocken all but the loser. */
  winners: number[]
  /** The seat that lost Schocken. */
  loser: number | null
  /** The points of each seat, if the game counts points; the order in which seats are listed. */
  points: number[] | null
  ranking: number[]
}

/** The outcome of a finished game, in one shape for all games; null while it runs. */
export function outcome(game: AnyGame): Outcome | null {
  if (!game.result) return null
  if (game.game === 'schocken') {
    const loser = game.result.loser
    const seats = game.view.hands.map((_, seat) => seat)
    const winners = seats.filter((seat) => seat !== loser)
    return { winners, loser, points: null, ranking: [...winners, loser] }
  }
  const points = game.game === 'zock' ? game.result.losses : game.result.scores
  const won = new Set(game.result.winners)
  // Winners first: points decide neither ties (N14) nor games in which they are losses (K8).
  const order = (one: number, other: number): number =>
    Number(won.has(other)) - Number(won.has(one)) || points[other]! - points[one]!
  const ranking = points.map((_, seat) => seat).sort(order)
  return { winners: [...won], loser: null, points: [...points], ranking }
}

/** Why a game ended as it did: a message key, the seats it names, and its other values. */
export type Reason = { key: string; seats?: number[] } & Record<string, string | number | number[] | undefined>

/** What decided a finished game; ties are decided by their rules (N14, K8). */
export function reasons(game: AnyGame): Reason[] {
  const ended = outcome(game)
  if (!ended) return []
  if (game.game === 'schocken') {
    if (game.view.options.length === 'half') return [] // S11: the loser is all there is to tell
    return game.view.lost.map((seat, part) => ({ key: 'web-why-lost-part', part, seats: [seat] }))
  }
  const { winners, points } = ended
  const best = points![winners[0] ?? 0]!
  const level = points!.flatMap((each, seat) => (each === best ? [seat] : []))
  if (game.game === 'zock') return level.length > 1 ? [{ key: 'web-why-drawn' }] : [{ key: 'web-why-fewest' }]
  if (winners.length > 1) return [{ key: 'web-why-shared' }]
  if (level.length > 1) return [{ key: 'web-why-won-third', seats: level }]
  const margin = best - Math.max(...points!.filter((_, seat) => !winners.includes(seat)))
  return [{ key: 'web-why-margin', margin }]
}
