/**
 * The stage: what a spectator at a real table would know at this moment. Everything on the page is drawn from it.
 *
 * A step of the log is a list of beats (the cup is shaken, dice fly, dice lie, the hand is named, the consequence).
 * Each beat has its own state of the game, which holds nothing that is not known yet: components cannot show more.
 */

import type { AnyGame, Beat, BeatShown } from '../games/contract'
import { beatPace } from './settings.svelte'
import { sound } from './sound'

/** What the owner of a stage does when a step reaches its last beat, and when that is over. */
export interface Cues {
  /** The last beat begins: the outcome is known, and may be told. */
  told: () => void
  done: () => void
}

export class Stage<Game extends AnyGame = AnyGame> {
  game: Game | null = $state.raw(null)
  /** The movement that is shown; null at rest. */
  beat: BeatShown | null = $state.raw(null)

  #left: Beat<Game>[] = []
  #after: Game | null = null
  #version = 0
  #cues: Cues | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Shows a state at once, and forgets the running step. */
  set(game: Game | null): void {
    clearTimeout(this.#timer)
    this.#cues = null
    this.game = game
    this.beat = null
  }

  /**
   * Plays the beats of a step, ending with the state after it. `version` seeds the animations. Without beats, or at the
   * speed "at once", the outcome is shown before this returns.
   */
  play(version: number, beats: readonly Beat<Game>[], after: Game | null, cues: Cues): void {
    this.set(this.game)
    this.#version = version
    this.#after = after
    this.#cues = cues
    this.#left = beatPace() > 0 ? [...beats] : []
    this.#next()
  }

  /** Ends the running step at once. */
  skip(): void {
    if (!this.#cues) return
    clearTimeout(this.#timer)
    if (this.#left.length) this.#cues.told()
    this.#end()
  }

  #next(): void {
    const beat = this.#left.shift()
    const last = this.#left.length === 0
    if (!beat) {
      this.#cues?.told()
      return this.#end()
    }
    const { ms, game, sounds = [], ...motion } = beat
    this.game = last ? this.#after : game
    this.beat = { ...motion, v: this.#version }
    for (const noise of sounds) sound[noise]()
    if (last) this.#cues?.told()
    this.#timer = setTimeout(() => (last ? this.#end() : this.#next()), ms * beatPace())
  }

  #end(): void {
    const cues = this.#cues
    this.set(this.#after)
    cues?.done()
  }
}
