/** How a finished game ended: outcome, reasons and the last dice, from its final state alone. */

import type { AnyGame } from '../../games/contract'
import type { HandRank, Phrase, SchockenShown, ZockShown, ZocknrollShown } from '../../lib/messages'

export interface Outcome {
  /** The seats that won; in Schocken all but the loser. */
  winners: number[]
  /** The seat that lost Schocken. */
  loser: number | null
  /** What each seat has in the end: points, loss points, or stones. */
  points: number[]
  /** The order in which seats are listed. */
  ranking: number[]
}

/** A finished game. */
export type Finished = AnyGame & { result: NonNullable<AnyGame['result']> }

export const isFinished = (game: AnyGame | null): game is Finished => Boolean(game?.result)

/** The outcome of a finished game, in one shape for all games; null while it runs. */
export function outcome(game: AnyGame): Outcome | null {
  if (!game.result) return null
  if (game.game === 'schocken') return schockenOutcome(game)
  const points = game.game === 'zock' ? game.result.losses : game.result.scores
  const better = game.game === 'zock' ? -1 : 1
  const won = new Set(game.result.winners)
  // Winners first: points alone do not decide ties (N14).
  const order = (one: number, other: number): number =>
    Number(won.has(other)) - Number(won.has(one)) || better * (points[other]! - points[one]!)
  return { winners: [...won], loser: null, points: [...points], ranking: points.map((_, seat) => seat).sort(order) }
}

/** The seats of the last round, best throw first, then those that were out; the loser is last. */
function schockenOutcome({ view, facts, result }: SchockenShown): Outcome {
  const { loser } = result!
  const idle = view.stones.flatMap((_, seat) => (facts.standings.includes(seat) ? [] : [seat]))
  const winners = [...facts.standings, ...idle].filter((seat) => seat !== loser)
  const points = hasSchockOut(facts) ? allStonesTo(loser, view) : [...view.stones]
  return { winners: [...winners].sort((one, other) => one - other), loser, points, ranking: [...winners, loser] }
}

/** A Schock out gives all stones to the loser (S10); the state leaves them where they lay. */
const allStonesTo = (loser: number, view: SchockenShown['view']): number[] =>
  view.stones.map((_, seat) => (seat === loser ? stonesIn(view) : 0))

const stonesIn = (view: SchockenShown['view']): number => view.stones.reduce((sum, stones) => sum + stones, view.middle)

const hasSchockOut = ({ ranks, standings }: SchockenShown['facts']): boolean =>
  ranks[standings[0] ?? -1]?.name === 'rank-schock_out'

/** One reason why a game ended as it did: a message key, the seats that it names, and its other values. */
export interface Reason {
  key: string
  /** The seat that it is about. */
  seat?: number
  /** A second seat. */
  other?: number
  seats?: number[]
  row?: string
  dice?: number[]
  values?: Record<string, number>
}

/** Why a finished game ended now. */
export function endedBy(game: AnyGame): Reason[] {
  if (!game.result) return []
  if (game.game === 'zocknroll') return sixthMarks(game)
  if (game.game === 'zock') return [lastCover(game)]
  const best = game.facts.standings[0] ?? 0
  const loser = game.result.loser
  return hasSchockOut(game.facts)
    ? [{ key: 'web-end-schock-out', seat: best, other: loser, values: { part: partOf(game) } }]
    : [{ key: 'web-end-all-stones', seat: loser }]
}

/** N12: the rows that have their sixth mark. */
function sixthMarks({ view, facts }: ZocknrollShown): Reason[] {
  const full = view.marks.flatMap((sheet, seat) =>
    facts.rows.flatMap((row, place) => (sheet[place]! >= facts.circles ? [{ seat, row }] : [])),
  )
  const key = full.length > 1 ? 'web-end-sixth-of' : 'web-end-sixth'
  return full.map((mark) => ({ key, ...mark }))
}

/** K7: the last cover of the last game, and what the other player has open. */
function lastCover({ view }: ZockShown): Reason {
  const { winner, loss } = view.games.at(-1)!
  return { key: 'web-end-last-cover', seat: winner, other: 1 - winner, dice: view.dice, values: { loss } }
}

/** The half or final that was lost last, as in `web-why-lost-part`; 3 if the game has one half only (S11). */
const partOf = ({ view }: SchockenShown): number => (view.lost.length === 1 ? 3 : view.lost.length - 1)

/** What decided who won; ties are decided by their rules (N14, K8). */
export function decidedBy(game: AnyGame): Reason[] {
  const ended = outcome(game)
  if (!ended) return []
  if (game.game === 'schocken') return [...lostHalves(game), ...lastTie(game)]
  const { winners, points } = ended
  const best = points[winners[0] ?? 0]!
  const level = points.flatMap((each, seat) => (each === best ? [seat] : []))
  if (game.game === 'zock') return matchScore(game, winners)
  if (winners.length > 1) return [{ key: 'web-why-shared' }]
  if (level.length > 1) return [{ key: 'web-why-won-third', seats: level }]
  const margin = best - Math.max(...points.filter((_, seat) => !winners.includes(seat)))
  return [{ key: 'web-why-margin', values: { margin } }]
}

function lostHalves({ view }: SchockenShown): Reason[] {
  const [first, second] = view.lost
  if (second === undefined) return []
  if (view.lost.length === 2) return [{ key: 'web-end-both-halves', seat: first }]
  return [first!, second].map((seat, part) => ({ key: 'web-why-lost-part', seats: [seat], values: { part } }))
}

/** S8: why the lower one of two equal throws was lower. */
function lastTie({ view, facts }: SchockenShown): Reason[] {
  const [other, seat] = facts.standings.slice(-2)
  if (other === undefined || seat === undefined || facts.ranks[other]?.height !== facts.ranks[seat]?.height) return []
  const slower = view.options.ties === 'throws_then_order' && view.hands[seat]!.throws > view.hands[other]!.throws
  return [{ key: slower ? 'web-schocken-tie-throws' : 'web-schocken-tie-later', seat, other }]
}

function matchScore({ view, result }: ZockShown, winners: number[]): Reason[] {
  if (view.games.length < 2) return []
  if (winners.length > 1) return [{ key: 'web-why-drawn' }]
  const seat = winners[0]!
  const games = view.games.filter(({ winner }) => winner === seat).length
  const { losses } = result!
  const values = { games, count: view.games.length, less: losses[seat]!, more: losses[1 - seat]! }
  return [{ key: 'web-end-match', seat, values }]
}

/** Dice of the last turn or round: of a seat, of Jörg, or the white ones; or the fields that a seat has open. */
export interface LastDice {
  /** Null for dice that are no seat's. */
  seat: number | null
  kind: 'hand' | 'jorg' | 'white' | 'fields'
  dice: readonly number[]
  label: Phrase | string | null
}

/** What a seat had in the last turn or round; null if it took no part. */
export function lastHand(game: AnyGame, seat: number): LastDice | null {
  if (game.game === 'zock') return zockDice(game, seat)
  if (game.game === 'zocknroll') return cupOf(game, seat)
  const hand = game.view.hands[seat]!
  if (!hand.throws) return null
  return {
    seat,
    kind: 'hand',
    dice: [...hand.kept, ...hand.thrown].sort((one, other) => other - one),
    label: saidOf(game.facts.ranks[seat]),
  }
}

/** The dice that decided the end, drawn large: the best hand beside the lowest one, or beside the white dice. */
export function decisive(game: AnyGame): LastDice[] {
  if (game.game === 'zock') {
    const winner = game.view.games.at(-1)?.winner ?? 0
    return [zockDice(game, winner), zockDice(game, 1 - winner)]
  }
  if (game.game === 'zocknroll') {
    const best = game.facts.best.length > 2 ? [] : game.facts.best
    return [{ seat: null, kind: 'white', dice: game.view.white, label: null }, ...best.map((cup) => cupOf(game, cup))]
  }
  const { standings } = game.facts
  return [standings[0], standings.at(-1)].flatMap((seat) => (seat === undefined ? [] : (lastHand(game, seat) ?? [])))
}

function zockDice({ view }: ZockShown, seat: number): LastDice {
  if (seat === view.games.at(-1)?.winner) return { seat, kind: 'hand', dice: view.dice, label: null }
  return { seat, kind: 'fields', dice: view.open[seat]!, label: null }
}

function cupOf({ view, facts }: ZocknrollShown, cup: number): LastDice {
  const dropped = view.dropped[cup]
  const row = facts.hands[cup]?.[0]
  const label: Phrase | null = dropped
    ? { key: 'web-end-dropped', values: { round: dropped } }
    : row
      ? { key: `row-${row}` }
      : null
  const jorg = cup >= view.marks.length
  return { seat: jorg ? null : cup, kind: jorg ? 'jorg' : 'hand', dice: view.cups[cup] ?? [], label }
}

const saidOf = (rank: HandRank | null | undefined): Phrase | string | null => rank?.said ?? null
