/** A throw that waits for the hand of its player: the device reveals its link on release, and by itself after a while. */

import type { AnyGame } from '../games/contract'

/** The dice that a player throws by hand: the own cup, or the white dice as the starter. */
export type Throw = 'cups' | 'white'

/** Holds the reveal of a want back; `release` is called when it may be sent. */
export interface Gate {
  holds(want: string, what: Throw | null, release: () => void): boolean
  /** No want is open any more. */
  clear(): void
}

/** How long a player has once the throw is shown; near the end the cup begins to shake by itself. */
const PATIENCE_MS = 5000
const SHAKE_MS = 1000
/** How long after its arrival a want is held at most: the server waits for 8 seconds (serve/fairness/dealing.py). */
const AT_MOST_MS = 7000

/** What a seat throws by hand in the position of a game that waits for dice. */
export function byHand(game: AnyGame | null, seat: number): Throw | null {
  if (game?.game !== 'zocknroll') return null
  const { phase, starter } = game.view
  if (phase === 'cups') return 'cups'
  return phase === 'white' && starter === seat ? 'white' : null
}

export class Hand implements Gate {
  shaking = $state(false)

  #held: { want: string; what: Throw; release: () => void } | null = $state.raw(null)
  #released = ''
  #seen = false
  #timers: ReturnType<typeof setTimeout>[] = []

  /** `free`: whether dice are thrown without the player at present. */
  constructor(private readonly free: () => boolean) {}

  get due(): Throw | null {
    return this.#held?.what ?? null
  }

  holds(want: string, what: Throw | null, release: () => void): boolean {
    const known = this.#held?.want === want
    if (what === null || want === this.#released || (!known && this.free())) return false
    if (!known) {
      this.clear()
      this.#timers.push(setTimeout(this.release, AT_MOST_MS))
    }
    this.#held = { want, what, release }
    return true
  }

  /** The player sees that the throw is due. True the first time. */
  show(): boolean {
    if (!this.#held || this.#seen) return false
    this.#seen = true
    this.#timers.push(
      setTimeout(() => this.shake(true), PATIENCE_MS - SHAKE_MS),
      setTimeout(this.release, PATIENCE_MS),
    )
    return true
  }

  shake = (shaking: boolean): void => {
    this.shaking = shaking && this.#held !== null
  }

  release = (): void => {
    const held = this.#held
    this.clear()
    if (!held) return
    this.#released = held.want
    held.release()
  }

  clear(): void {
    this.#timers.forEach(clearTimeout)
    this.#timers = []
    this.#held = null
    this.#seen = this.shaking = false
  }
}
