/**
 * The interface between a game's components and the table.
 *
 * A game is three components and a few numbers. They know no rules: the legal moves are in `game.pending.moves`, their
 * meaning in `game.facts` and `choices`. They never talk to the server.
 */

import type { Component } from 'svelte'
import type { TimedSound } from '../lib/entrySounds'
import type { Choices, Phrase, SchockenShown, Step, TableShown, ZockShown, ZocknrollShown } from '../lib/messages'

export type AnyGame = ZocknrollShown | ZockShown | SchockenShown
export type GameName = AnyGame['game']
/** A move of a game: one of its events. */
export type MoveOf<Game extends AnyGame> = Game['pending']['moves'][number]

/** The part of a table that replays and lessons have, too. */
export type SeatsShown = Pick<TableShown, 'game' | 'options' | 'seats'>

export interface GameProps<Game extends AnyGame = AnyGame> {
  table: SeatsShown | TableShown
  game: Game
  /** The viewer's seat; null for spectators and replays. */
  you: number | null
  /** The entry that is being animated, or null. Its `v` seeds the animation. */
  step: Step | null
  /** The name and meaning of each move; arrives a moment after the decision. */
  choices: Choices | null
  /** The part to highlight, in lessons: a name that the game's components define. */
  highlight?: string | null
  /** Whether a command is being sent or in its undo window: controls stay in place but are disabled. */
  busy: boolean
  /** Makes a move, after the undo window; `atOnce` skips it, for moves that keep the turn and give up no made hand. */
  act: (move: MoveOf<Game>, how?: { atOnce?: boolean }) => void
  /** Throws the own dice (`pending.kind === 'throw'` and `pending.seat === you`). */
  throwDice: () => void
}

/** Props of a game's part in the opponent strip. */
export interface OpponentProps<Game extends AnyGame = AnyGame> extends GameProps<Game> {
  seat: number
}

export interface GameParts<Game extends AnyGame = AnyGame> {
  /** In the opponent strip, under a name: score or stones, in or out, lifted dice. */
  Opponent: Component<OpponentProps<Game>>
  /** The middle of the table, which all viewers see. */
  Board: Component<GameProps<Game>>
  /** Own dice and sheet, and the decision; not shown to spectators. */
  Own: Component<GameProps<Game>>
  /**
   * How many milliseconds an entry is shown before the next one follows, at the usual speed; 0 for nothing to see.
   * `before` is the game as it stood before the entry.
   */
  lasts: (step: Step, before: Game | null) => number
  /** Sounds of an entry in addition to its dice, for cups and stones that move later. */
  sounds?: (step: Step, before: Game | null) => TimedSound[]
  /** What the keys of this game do, for the list of keys: `[['1–9', 'web-zock-key-fields'], …]`. */
  keys: readonly (readonly [keys: string, words: string])[]
}

export type { Choices, Phrase, Step, TableShown }
