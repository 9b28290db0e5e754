/**
 * The interface between a game's components and the table.
 *
 * A game is three components and a few numbers. They know no rules: the legal moves are in `game.pending.moves`, their
 * meaning in `game.facts` and `choices`. They never talk to the server.
 */

import type { Component } from 'svelte'
import type { Throw } from '../lib/hand.svelte'
import type { SoundName } from '../lib/sound'
import type { Choices, Phrase, SchockenShown, Step, TableShown, ZockShown, ZocknrollShown } from '../lib/messages'

export type AnyGame = ZocknrollShown | ZockShown | SchockenShown
export type GameName = AnyGame['game']
/** A move of a game: one of its events. */
export type MoveOf<Game extends AnyGame> = Game['pending']['moves'][number]

/** The part of a table that replays and lessons have, too. */
export type SeatsShown = Pick<TableShown, 'game' | 'options' | 'seats'>

/**
 * What moves on the table. `cups` are the cups or the seats whose dice move; without any, the dice of the table.
 * In `fly` the dice are in the air: the state of that beat has 0 for each of them. In `lie` they come to rest.
 */
export type Motion =
  | { kind: 'shake' | 'fly' | 'lie' | 'down' | 'lift'; cups: readonly number[] }
  /** Stones move from a seat or the middle to a seat. */
  | { kind: 'slide'; from: number | 'middle'; to: number; stones: number }
  /** Nothing is thrown: a hand is named, a flap falls, or there is something to read. */
  | { kind: 'name' | 'flap' | 'read' }
  /** A pen marks rows on the sheet of a seat. */
  | { kind: 'mark'; seat: number; rows: readonly string[] }

/** One beat of a step: a movement, how long it lasts at the usual speed, and what a spectator knows meanwhile. */
export type Beat<Game extends AnyGame = AnyGame> = Motion & { ms: number; game: Game; sounds?: readonly SoundName[] }

/** The beat that is shown; the version of its step seeds the animation. */
export type BeatShown = Motion & { v: number }

/** A throw that waits for the viewer's hand. */
export interface HandShown {
  throws: Throw
  shaking: boolean
  /** Begins or ends the shaking; `throwDice` throws. */
  shake: (shaking: boolean) => void
}

export interface GameProps<Game extends AnyGame = AnyGame> {
  table: SeatsShown | TableShown
  /** The game as the stage shows it: in each beat, what a spectator knows. */
  game: Game
  /** The viewer's seat; null for spectators and replays. */
  you: number | null
  /** The movement that is shown, or null at rest. */
  beat: BeatShown | null
  /** The name and meaning of each move; arrives a moment after the decision. */
  choices: Choices | null
  /** The part to highlight, in lessons: a name that the game's components define. */
  highlight?: string | null
  /** Whether a command is being sent or in its undo window: controls stay in place but are disabled. */
  busy: boolean
  /** Makes a move, after the undo window; `atOnce` skips it, for moves that keep the turn and give up no made hand. */
  act: (move: MoveOf<Game>, how?: { atOnce?: boolean }) => void
  /**
   * The throw that waits for the viewer's hand, or null. Undefined in lessons and puzzles, and where the viewer does not
   * want to throw: dice fall, and the own ones can be seen, without a hand.
   */
  hand?: HandShown | null | undefined
  /** Throws the own dice: `hand` is due, or `pending.kind === 'throw'` and `pending.seat === you`. */
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
   * The beats of a step. In the last one the state after the step is shown, and it is told in the log; no beats for
   * nothing to see. `before` is the game as it stood before the step.
   */
  beats: (step: Step, before: Game | null, you: number | null) => Beat<Game>[]
  /** The seats that take part in the turn or half at hand: the others only watch. */
  takesPart?: (game: Game) => readonly number[]
  /** Whether the board names all seats and shows their state: a narrow strip then has their marks only. */
  seatsOnBoard?: boolean
  /** What the keys of this game do, for the list of keys: `[['1–9', 'web-zock-key-fields'], …]`. */
  keys: readonly (readonly [keys: string, words: string])[]
}

export type { Choices, Phrase, Step, TableShown }
