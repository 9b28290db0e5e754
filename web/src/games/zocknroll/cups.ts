/** The cups on the felt as they are to be drawn. */

import type { ZocknrollShown } from '../../lib/messages'
import { seatColour, type DiceColour } from '../../parts/colours'
import type { BeatShown } from '../contract'

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
}

export interface Looking {
  game: ZocknrollShown
  you: number | null
  beat: BeatShown | null
}

/** All cups in seat order, Jörg's last. `jorg` is what he is called, `liked` the colour that the viewer likes. */
export function cupsOf({ game, you, beat }: Looking, jorg: string, liked = 'seat'): CupShown[] {
  const { names, view, facts, pending } = game
  const empty = !view.cups.length
  return Array.from({ length: facts.cups }, (_, cup) => ({
    cup,
    name: names[cup] ?? jorg,
    jorg: cup >= names.length,
    colour: seatColour(cup, you, liked),
    stands: empty ? (beat?.kind === 'shake' ? 'shaking' : 'upright') : facts.lifted[cup] ? 'lifted' : 'down',
    dice: view.cups[cup] ?? [],
    row: empty ? null : (facts.hands[cup]?.[0] ?? null),
    dropped: empty ? 0 : (view.dropped[cup] ?? 0),
    best: !empty && facts.best.includes(cup),
    decides: pending.kind === 'decision' && pending.seat === cup,
  }))
}
