// What the log of a table says about its dice.

import type { GameEvent } from '../games/events'

export type { FairShown, Proof } from '../lib/messages'

/** What the house binds itself to before the first throw. */
export interface Bond {
  game: string
  root: string
  table: string
}

export type Entry =
  | { t: 'started'; fair?: Bond | null }
  | { t: 'rooted'; root: string }
  | { t: 'anchored'; seat: number; anchor: string }
  | { t: 'bot_sat'; seat: number }
  | { t: 'wanted'; event?: GameEvent | null; want?: number | null; throw?: number | null }
  | { t: 'played'; event: GameEvent; links?: (string | null)[] | null }
  | { t: 'protested'; seat: number; want: number }
  | { t: 'disclosed'; secrets: string[] }
