/** Where a replay can be entered: the first step of each turn, game or round. */

import type { GameEvent, Replay } from '../../lib/messages'

export interface Place {
  /** How many steps have been shown there. */
  at: number
  number: number
}

/** The beginnings in a replay, in order; numbered from 1. */
export function beginnings(replay: Pick<Replay, 'game' | 'start' | 'steps'>): Place[] {
  const places: Place[] = []
  replay.steps.forEach((step, index) => {
    const before = index ? replay.steps[index - 1] : null
    if (begins(replay.game, step.e.event, before?.e.event ?? null, before?.game ?? replay.start)) {
      places.push({ at: index + 1, number: places.length + 1 })
    }
  })
  return places
}

function begins(game: string, event: GameEvent, last: GameEvent | null, before: Replay['start']): boolean {
  if (game === 'zocknroll') return event.e === 'cups'
  if (game === 'zock') return event.e === 'roll_off' && last?.e !== 'roll_off' // an equal roll-off is thrown again
  return event.e === 'throw' && before.game === 'schocken' && before.view.cups_up
}

/** The beginning that a position belongs to; null before the first one. */
export function placeAt(places: readonly Place[], position: number): Place | null {
  return places.findLast((place) => place.at <= position) ?? null
}

/** Where the button for the beginning before a position leads: to its own beginning first, as a tape does. */
export const placeBefore = (places: readonly Place[], position: number): number =>
  places.findLast((place) => place.at < position)?.at ?? 0

/** Where the button for the next beginning leads. */
export const placeAfter = (places: readonly Place[], position: number, end: number): number =>
  places.find((place) => place.at > position)?.at ?? end
