/**
 * What a game brings to the table, and what the table gives it.
 *
 * A game is three components and a handful of numbers. They know no rules: what is possible stands in
 * `game.pending.moves`, what it means in `game.facts` and `choices`. They never talk to the server.
 */

import type { Component } from 'svelte'
import type { TimedSound } from '../lib/entrySounds'
import type { Choices, Phrase, SchockenShown, Step, TableShown, ZockShown, ZocknrollShown } from '../lib/messages'

export type AnyGame = ZocknrollShown | ZockShown | SchockenShown
export type GameName = AnyGame['game']
/** A move of a game: one of its events. */
export type MoveOf<Game extends AnyGame> = Game['pending']['moves'][number]

/** What replays and lessons need of a table; a live one has much more. */
export type SeatsShown = Pick<TableShown, 'game' | 'options' | 'seats'>

export interface GameProps<Game extends AnyGame = AnyGame> {
  table: SeatsShown | TableShown
  game: Game
  /** The seat of whoever looks; null for spectators and replays. */
  you: number | null
  /** The entry that is being shown, to animate it; null when all is at rest. Its `v` seeds what looks random. */
  step: Step | null
  /** What each move is called and brings; arrives a moment after the decision. */
  choices: Choices | null
  /** Something to point at, in lessons: names that the game's components define. */
  highlight?: string | null
  /** Whether a command is on its way, or waits to be taken back: controls stay where they are, but do nothing. */
  busy: boolean
  /** Decides. It waits a second to be taken back, except where `atOnce` says that the turn goes on. */
  act: (move: MoveOf<Game>, how?: { atOnce?: boolean }) => void
  /** Lets the own dice fall (`pending.kind === 'throw'` and `pending.seat === you`). */
  throwDice: () => void
}

/** What stands under a name in the strip on top. */
export interface OpponentProps<Game extends AnyGame = AnyGame> extends GameProps<Game> {
  seat: number
}

export interface GameParts<Game extends AnyGame = AnyGame> {
  /** Under a name in the strip: score or stones, in or out, lifted dice. */
  Opponent: Component<OpponentProps<Game>>
  /** The middle of the table. Everything that everybody sees. */
  Board: Component<GameProps<Game>>
  /** Own dice and sheet, and the decision; not shown to spectators. */
  Own: Component<GameProps<Game>>
  /**
   * How many milliseconds an entry is shown before the next one follows, at the usual speed; 0 for nothing to see.
   * `before` is the game as it stood before the entry.
   */
  lasts: (step: Step, before: Game | null) => number
  /** Noises of an entry beside those of its dice, for what is lifted or slides later. */
  sounds?: (step: Step, before: Game | null) => TimedSound[]
  /** What the keys of this game do, for the list of keys: `[['1–9', 'web-zock-key-fields'], …]`. */
  keys: readonly (readonly [keys: string, words: string])[]
}

export type { Choices, Phrase, Step, TableShown }
