/** What the score board of a real table says about each seat, in one shape for Zock'n'Roll and Schocken. */

import type { Phrase, SchockenShown, ZocknrollShown } from '../lib/messages'

export interface SeatLine {
  seat: number
  /** Null for Jörg. */
  name: string | null
  /** Points or stones; null for Jörg. */
  score: number | null
  /** Whether the seat leads, or begins this turn or round. */
  leads: boolean
  starts: boolean
  asked: boolean
  /** Out of this turn or half. */
  out: boolean
  /** The dice that are known; 0 for those under the cup. */
  dice: readonly number[]
  /** What they are called. */
  note: Phrase | string | null
  mark: 'best' | 'lowest' | null
}

export function seatLines(game: ZocknrollShown | SchockenShown): SeatLine[] {
  return game.game === 'zocknroll' ? zocknrollLines(game) : schockenLines(game)
}

function zocknrollLines({ view, facts, names, pending }: ZocknrollShown): SeatLine[] {
  const top = Math.max(...facts.scores)
  return Array.from({ length: facts.cups }, (_, seat) => {
    const row = facts.hands[seat]?.[0]
    const dice = view.cups[seat] ?? []
    const dropped = view.dropped[seat] ?? 0
    return {
      seat,
      name: names[seat] ?? null,
      score: facts.scores[seat] ?? null,
      leads: top > 0 && facts.scores[seat] === top,
      starts: view.phase !== 'starter' && seat === view.starter,
      asked: pending.seat === seat && pending.kind !== 'over',
      out: dropped > 0,
      dice,
      note: row ? { key: `row-${row}` } : null,
      mark: facts.best.includes(seat) ? 'best' : null,
    }
  })
}

function schockenLines({ view, facts, names, pending }: SchockenShown): SeatLine[] {
  return names.map((name, seat) => {
    const hand = view.hands[seat]!
    const place = facts.standings.indexOf(seat)
    const last = place === facts.standings.length - 1
    return {
      seat,
      name,
      score: view.stones[seat]!,
      leads: false,
      starts: facts.order.length > 0 && seat === view.beginner,
      asked: pending.seat === seat && pending.kind !== 'over',
      out: facts.out[seat]! && place < 0,
      dice: [...hand.kept, ...hand.thrown],
      note: facts.ranks[seat]?.said ?? null,
      mark: place < 0 ? null : place === 0 ? 'best' : last ? 'lowest' : null,
    }
  })
}
