/** Animation of the end of a round: cups go up one by one, then stones slide to the lowest throw. In milliseconds. */

import type { TimedSound } from '../../lib/entrySounds'
import type { SchockenShown, Step } from '../../lib/messages'
import { playedIn } from '../events'

export const LIFT_MS = 1100
export const SLIDE_MS = 550
const BETWEEN_MATS_MS = 70
const MOST_MATS = 13
const READ_MS = 1500

export interface Slide {
  from: number | 'middle'
  to: number
  stones: number
}

export interface Reveal {
  /** The seats whose cups go up, in this order. */
  lifted: number[]
  /** The stones before, which stay where they are until they slide. */
  before: { stones: readonly number[]; middle: number }
  slide: Slide | null
}

/** What an entry reveals, if it ends a round. */
export function revealOf(step: Step | null, before: SchockenShown | null, after: SchockenShown): Reveal | null {
  const event = playedIn(step)
  if (!event || !before || after.view.rounds === before.view.rounds) return null
  const threw = event.e === 'throw' && before.facts.covers_next ? event.seat : null
  const lifted = after.facts.order.filter((seat) => before.facts.covered[seat] || seat === threw)
  const { stones, middle } = before.view
  return { lifted, before: { stones, middle }, slide: slideOf(before, after) }
}

/** Which stones went where; all of them to the lowest where a half was lost at once, before they are laid out anew. */
function slideOf(before: SchockenShown, after: SchockenShown): Slide | null {
  const { standings } = after.facts
  const best = standings[0]
  const lowest = standings.at(-1)
  if (best === undefined || lowest === undefined) return null
  const from = before.view.middle > 0 ? 'middle' : best
  const lay = from === 'middle' ? before.view.middle : before.view.stones[best]!
  const lostHalf = after.view.lost.length > before.view.lost.length
  const stones = lostHalf ? lay : after.view.stones[lowest]! - before.view.stones[lowest]!
  return stones > 0 && from !== lowest ? { from, to: lowest, stones } : null
}

/** When cup number `place` of `cups` goes up; many cups go up faster. */
export function liftDelay(place: number, cups: number): number {
  return place < 0 ? 0 : 300 + place * Math.min(900, 4500 / Math.max(1, cups))
}

/** When all cups are up and best and lowest are named. */
export function liftedBy(reveal: Reveal): number {
  const cups = reveal.lifted.length
  return cups ? liftDelay(cups - 1, cups) + LIFT_MS : 300
}

/** When the mats begin to slide. */
export function slidesAt(reveal: Reveal): number {
  return liftedBy(reveal) + 900
}

/** How many mats are drawn sliding. */
export function matsOf({ slide }: Reveal): number {
  return Math.min(slide?.stones ?? 0, MOST_MATS)
}

export function matDelay(reveal: Reveal, mat: number): number {
  return slidesAt(reveal) + mat * BETWEEN_MATS_MS
}

/** When the last mat lies. */
export function revealMs(reveal: Reveal): number {
  const mats = matsOf(reveal)
  return mats ? matDelay(reveal, mats - 1) + SLIDE_MS : slidesAt(reveal)
}

/** The duration of an entry. */
export function lasts(step: Step, before: SchockenShown | null): number {
  const after = step.game?.game === 'schocken' ? step.game : null
  const reveal = after && revealOf(step, before, after)
  if (reveal) return revealMs(reveal) + READ_MS
  if (step.e.t === 'wanted') return 500
  switch (playedIn(step)?.e) {
    case 'throw':
      return 1100
    case 'stand':
      return 500
    case 'starter':
      return 1200
    default:
      return 0
  }
}

/** Each cup as it goes up, then the mats as they begin to slide. */
export function sounds(step: Step, before: SchockenShown | null): TimedSound[] {
  const after = step.game?.game === 'schocken' ? step.game : null
  const reveal = after && revealOf(step, before, after)
  if (!reveal) return []
  const cups = reveal.lifted.map((_, place): TimedSound => ['cup', liftDelay(place, reveal.lifted.length)])
  return reveal.slide ? [...cups, ['mat', slidesAt(reveal)]] : cups
}

/** Why one of two equal throws is the lower one (S8): it took more throws, or came later. */
export interface Tie {
  higher: number
  lower: number
  why: 'throws' | 'later'
}

/** How the best and the lowest throw came to be that although another one was equal; null where there is none. */
export function tiesOf(game: SchockenShown): { best: Tie | null; lowest: Tie | null } {
  const { standings, ranks } = game.facts
  const heights = standings.map((seat) => ranks[seat]?.height)
  const allEqual = heights[0] === heights.at(-1)
  return { best: allEqual ? null : tieOf(game, standings.slice(0, 2)), lowest: tieOf(game, standings.slice(-2)) }
}

function tieOf({ facts, view }: SchockenShown, [higher, lower]: readonly number[]): Tie | null {
  if (higher === undefined || lower === undefined) return null
  if (facts.ranks[higher]?.height !== facts.ranks[lower]?.height) return null
  const byThrows = view.options.ties === 'throws_then_order' && view.hands[higher]!.throws !== view.hands[lower]!.throws
  return { higher, lower, why: byThrows ? 'throws' : 'later' }
}
