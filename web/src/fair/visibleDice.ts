// The dice of a cup in the view of a game.

import type { AnyGame } from '../games/contract'
import type { Throw } from './throwEvents'

/** The faces that the viewer sees of a cup's last throw; null while they are hidden, or gone from the table. */
export function lying(game: AnyGame | undefined, thrown: Throw): readonly number[] | null {
  if (!game || thrown.kind === 'lot' || thrown.place === null) return null
  const faces =
    game.game === 'zocknroll'
      ? game.view.cups?.[thrown.place]
      : game.game === 'schocken'
        ? game.view.hands[thrown.place]?.thrown
        : undefined
  return faces?.length === thrown.fell.length && !faces.includes(0) ? faces : null
}
