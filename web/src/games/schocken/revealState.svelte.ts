import type { SchockenShown, Step } from '../../lib/messages'
import { pace } from '../../lib/settings.svelte'
import { liftDelay, liftedBy, revealMs, revealOf, type Reveal } from './reveal'

interface Shown {
  game: SchockenShown
  step: Step | null
}

/** The reveal at the end of a round: what each part of the table may already show. */
export class RevealState {
  /** What is being revealed, while the entry that reveals it is shown. */
  readonly reveal: Reveal | null
  /** The same until its stones have arrived; a new round can begin then. */
  #sliding = $state.raw<Reveal | null>(null)
  #known: SchockenShown | null = null
  #dealt = { round: -1, stones: 0 }

  /** Call it while a component initialises; it follows `game` and `step`. */
  constructor(readonly shown: () => Shown) {
    this.reveal = $derived.by(() => this.#look())
    $effect.pre(() => {
      const reveal = pace() > 0 ? this.reveal : null
      this.#sliding = reveal
      if (!reveal) return
      const landed = setTimeout(() => (this.#sliding = null), revealMs(reveal) * pace())
      return () => clearTimeout(landed)
    })
  }

  /** What still moves. */
  get sliding(): Reveal | null {
    return this.#sliding
  }

  /** The stones as they lie now: where they were, until they have slid. */
  get stones(): { stones: readonly number[]; middle: number } {
    return this.#sliding?.before ?? this.shown().game.view
  }

  /** When all cups are up, in milliseconds from the beginning. */
  get namedAt(): number {
    return this.reveal ? liftedBy(this.reveal) : 0
  }

  /** When the cup of a seat goes up. */
  delayOf(seat: number): number {
    return this.reveal ? liftDelay(this.reveal.lifted.indexOf(seat), this.reveal.lifted.length) : 0
  }

  /** How many stones the last round dealt; 0 if this page has not seen it. */
  get dealt(): number {
    void this.reveal
    return this.#dealt.round === this.shown().game.view.rounds ? this.#dealt.stones : 0
  }

  #look(): Reveal | null {
    const { game, step } = this.shown()
    const before = this.#known
    this.#known = game
    const reveal = revealOf(step, before, game)
    if (reveal) this.#dealt = { round: game.view.rounds, stones: reveal.slide?.stones ?? 0 }
    return reveal
  }
}
