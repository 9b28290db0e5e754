/** The symbols that are drawn for a seat, as ends of keys `guide-explain-…`: what a tap on them explains. */

import type { AnyGame } from '../games/contract'
import type { SchockenShown, SeatShown, ZocknrollShown } from '../lib/messages'

/** The symbols of a seat in the strip of opponents. */
export function symbolsOf(game: AnyGame, seat: number): string[] {
  switch (game.game) {
    case 'schocken':
      return ['stones', ...stateIn(game, seat)]
    case 'zock':
      return ['open-sum', 'loss']
    case 'zocknroll':
      return pointsIn(game, seat)
  }
}

/** The symbols of a seat on the table of Schocken. */
export function symbolsAt(game: SchockenShown, seat: number): string[] {
  const { standings, order } = game.facts
  return [
    ...(seat === game.view.beginner && order.length ? ['starter'] : []),
    'throws',
    'stones',
    ...stateIn(game, seat),
    ...(standings[0] === seat ? ['highest'] : []),
    ...(standings.length > 1 && standings.at(-1) === seat ? ['lowest'] : []),
  ]
}

/** The mark of a seat: who plays, and whether they are there. */
export function symbolsOfMark(seat: SeatShown, here: boolean, clock: boolean): string[] {
  return [
    seat.kind,
    ...(seat.away ? ['away'] : []),
    ...(seat.kind === 'person' && !here ? ['not-here'] : []),
    ...(clock ? ['clock'] : []),
  ]
}

function stateIn({ facts }: SchockenShown, seat: number): string[] {
  if (facts.covered[seat]) return ['covered']
  if (facts.ranks[seat]) return ['rank']
  return facts.out[seat] ? ['out-half'] : []
}

function pointsIn({ facts, view }: ZocknrollShown, seat: number): string[] {
  const leads = facts.places[seat] === 1 && facts.scores[seat]! > 0
  const state = !view.cups.length ? [] : view.dropped[seat] ? ['gained', 'out-turn'] : ['in']
  return ['score', ...(leads ? ['leads'] : []), ...state]
}
