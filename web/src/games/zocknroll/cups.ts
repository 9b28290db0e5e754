/** The cups on the felt as they are to be drawn. */

import type { ZocknrollShown } from '../../lib/messages'
import { seatColour, type DiceColour } from '../../parts/colours'
import type { Step } from '../contract'
import { wantedIn } from '../events'
import { liftDelay, risingOrder, suspense } from './showdown'

export interface CupShown {
  cup: number
  name: string
  /** Whether it is Jörg's, who has no sheet and decides nothing. */
  jorg: boolean
  colour: DiceColour
  stands: 'upright' | 'shaking' | 'down' | 'lifted'
  dice: readonly number[]
  /** The best row that it forms, where the viewer knows it. */
  row: string | null
  /** The round in which its player dropped, 0 for none. */
  dropped: number
  best: boolean
  decides: boolean
  /** When it is lifted, in milliseconds from the beginning of the entry. */
  delay: number
}

export interface Looking {
  game: ZocknrollShown
  you: number | null
  step: Step | null
}

/** All cups in seat order, Jörg's last. `jorg` is what he is called, `liked` the colour that the viewer likes. */
export function cupsOf({ game, you, step }: Looking, jorg: string, liked = 'seat'): CupShown[] {
  const { names, view, facts, pending } = game
  const shaken = wantedIn(step)?.e === 'cups'
  const lifting = suspense(step, game) > 0
  const rising = lifting ? risingOrder(game) : []
  return Array.from({ length: facts.cups }, (_, cup) => {
    const place = rising.indexOf(cup)
    const common = {
      cup,
      name: names[cup] ?? jorg,
      jorg: cup >= names.length,
      colour: seatColour(cup, you, liked),
      decides: pending.kind === 'decision' && pending.seat === cup && !lifting, // who marks would tell who is best
      delay: place < 0 ? 0 : liftDelay(place, rising.length),
    }
    if (shaken || !view.cups.length) {
      return { ...common, stands: shaken ? 'shaking' : 'upright', dice: [], row: null, dropped: 0, best: false }
    }
    return {
      ...common,
      stands: facts.lifted[cup] ? 'lifted' : 'down',
      dice: view.cups[cup] ?? [],
      row: facts.hands[cup]?.[0] ?? null,
      dropped: view.dropped[cup] ?? 0,
      best: facts.best.includes(cup),
    }
  })
}
