/** A player of steps: position, playing or paused. */

export class StepPlayer {
  /** How many steps have been shown. */
  position = $state(0)
  playing = $state(false)

  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * `lasts(position)` is how long the position is shown before the next one, in milliseconds. `show` gets each new
   * position, and whether it is one step ahead: only that is animated.
   */
  constructor(
    readonly end: number,
    private readonly lasts: (position: number) => number,
    private readonly show: (position: number, ahead: boolean) => void,
  ) {}

  /** Jumps; if it plays, it continues from there. */
  go(position: number): void {
    const wanted = Math.min(this.end, Math.max(0, position))
    const ahead = wanted === this.position + 1
    this.position = wanted
    this.show(wanted, ahead)
    if (this.position === this.end) this.pause()
    else if (this.playing) this.#wind()
  }

  play(): void {
    if (this.position === this.end) this.go(0)
    this.playing = true
    this.#wind()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  toggle(): void {
    if (this.playing) this.pause()
    else this.play()
  }

  #wind(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.go(this.position + 1), this.lasts(this.position))
  }
}
