/** Conversion between drawn positions and their text form. */

import type { SchockenState, ZockState, ZocknrollState } from '../../../lib/messages'
import { readSchocken, writeSchocken } from './schocken'
import { readZock, writeZock } from './zock'
import { readZocknroll, writeZocknroll } from './zocknroll'

/** A drawn position; the server validates it. */
export type Sketch =
  { game: 'zock'; view: ZockState } | { game: 'schocken'; view: SchockenState } | { game: 'zocknroll'; view: ZocknrollState }

/** The text of a position. */
export function positionOf(sketch: Sketch): string {
  return [sketch.game, ...fields(sketch)].join(' ')
}

function fields(sketch: Sketch): string[] {
  switch (sketch.game) {
    case 'zock':
      return writeZock(sketch.view)
    case 'schocken':
      return writeSchocken(sketch.view)
    case 'zocknroll':
      return writeZocknroll(sketch.view)
  }
}

/** The position of a text; null if it cannot be drawn. */
export function sketchOf(text: string): Sketch | null {
  const [game, ...words] = text.trim().split(/\s+/)
  if (game === 'zock') return sketched(game, readZock(words))
  if (game === 'schocken') return sketched(game, readSchocken(words))
  if (game === 'zocknroll') return sketched(game, readZocknroll(words))
  return null
}

/** How many players sit at a table. */
export const playersOf = (sketch: Sketch): number =>
  sketch.game === 'zock' ? 2 : sketch.game === 'schocken' ? sketch.view.stones.length : sketch.view.marks.length

const sketched = <Game, View>(game: Game, view: View | null): { game: Game; view: View } | null => view && { game, view }
