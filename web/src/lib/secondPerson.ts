/** Texts in the second person for the viewer's own seat: "Du bist dran", not "Gast ist dran". Spectators read names. */

import type { AnyGame } from '../games/contract'
import type { Phrase } from './messages'
import { has, say, tell } from './words.svelte'

/** A selector for messages that differ for the viewer. */
export const who = (seat: number | null | undefined, you: number | null): 'you' | 'other' =>
  you !== null && seat === you ? 'you' : 'other'

/** A game in which the own seat is called "Du". */
export function named<Game extends AnyGame>(game: Game, you: number | null): Game {
  if (you === null) return game
  return { ...game, names: game.names.map((name, seat) => (seat === you ? say('web-you-name') : name)) }
}

/** What happens now; said to the reader where `yours` says that it is their turn. */
export function tellNow(now: Phrase, yours: boolean): string {
  const key = now.key.replace(/^ui-now-/, 'web-now-you-')
  return tell(yours && has(key) ? { ...now, key } : now)
}

/** How far the game has come, in as few words as a narrow screen has room for. */
export function tellStage(stage: Phrase): string {
  const key = stage.key.replace(/^ui-stage-/, 'web-stage-')
  return tell(has(key) ? { ...stage, key } : stage)
}
