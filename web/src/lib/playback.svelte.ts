/**
 * Playback of a table: a queue of log entries, each shown as long as its animation takes. The server sends with each
 * entry the state after it. The queue is skipped if it is too long, on a tap, and without animations.
 */

import type { AnyGame } from '../games/contract'
import type { Clock, Here, Phrase, Snapshot, Step, Steps, TableShown } from './messages'
import { pace } from './settings.svelte'

/** A longer queue is skipped. */
const FAR_BEHIND = 12

export interface LogLine {
  v: number
  lines: Phrase[]
}

export interface Watcher {
  /** How long an entry is shown, in milliseconds at the usual speed. */
  lasts(step: Step, before: AnyGame | null): number
  /** An entry begins to be shown; `moving` is false if it is skipped. */
  shown(step: Step, before: AnyGame | null, moving: boolean): void
  /** An entry has been shown, and may be announced. */
  told(step: Step): void
  /** Everything that has arrived is shown. */
  settled(): void
}

export class TablePlayback {
  table: TableShown | null = $state.raw(null)
  game: AnyGame | null = $state.raw(null)
  log: LogLine[] = $state.raw([])
  /** The status line. Like the log it waits for the animation, so that the text does not tell the dice before they fall. */
  now: Phrase | null = $state.raw(null)
  /** The seat that the game waits for, once the animation has ended. */
  turn: number | null = $state(null)
  here: Here | null = $state.raw(null)
  clock: Clock | null = $state.raw(null)
  /** When the clock was received, by `performance.now`. */
  clockAt = $state(0)
  /** The entry that is being shown. */
  step: Step | null = $state.raw(null)
  /** The version that is shown. */
  v = $state(0)
  received: number | null = null

  #queue: Step[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly watcher: Watcher) {}

  receive(message: Snapshot | Steps | Here): boolean {
    if (message.m === 'here') this.here = message
    else if (message.m === 'snapshot') this.#open(message)
    else return this.#take(message)
    return true
  }

  /** Shows everything that has arrived, without movement. */
  hurry(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.step) this.#tell(this.step)
    this.#showAll(true)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#queue = []
  }

  #open(snapshot: Snapshot): void {
    this.close()
    this.#timer = undefined
    this.received = this.v = snapshot.v
    this.table = snapshot.table
    this.game = snapshot.game
    this.#wait(snapshot.game)
    this.log = snapshot.told.map((lines, index) => ({ v: index - snapshot.told.length, lines }))
    this.step = null
    this.#wind(snapshot.clock)
    this.watcher.settled()
  }

  #take(message: Steps): boolean {
    for (const step of message.steps) {
      if (this.received !== null && step.v <= this.received) continue // sent twice around a reconnect
      if (this.received === null || step.v !== this.received + 1) return false
      this.received = step.v
      this.#queue.push(step)
    }
    this.#wind(message.clock)
    if (this.#timer === undefined) this.#showAll(false)
    return true
  }

  #wind(clock: Clock | null): void {
    this.clock = clock
    this.clockAt = performance.now()
  }

  #showAll(hurried: boolean): void {
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      const before = this.game
      const hidden = typeof document !== 'undefined' && document.visibilityState === 'hidden'
      const instant = hurried || hidden || this.#queue.length >= FAR_BEHIND
      const duration = instant ? 0 : this.watcher.lasts(step, before) * pace()
      this.#show(step, before, duration > 0)
      if (duration > 0) {
        const moved = step
        this.#timer = setTimeout(() => {
          this.#timer = undefined
          this.#tell(moved)
          this.#showAll(false)
        }, duration)
        return
      }
    }
    this.step = null
    this.watcher.settled()
  }

  #show(step: Step, before: AnyGame | null, moving: boolean): void {
    this.v = step.v
    if (step.table) this.table = step.table
    if (step.game) this.game = step.game
    this.step = moving ? step : null
    this.watcher.shown(step, before, moving)
    if (!moving) this.#tell(step)
  }

  #wait(game: AnyGame | null): void {
    this.now = game?.now ?? null
    this.turn = game?.pending.seat ?? null
  }

  #tell(step: Step): void {
    if (step.e.t === 'started') this.log = []
    if (step.game) this.#wait(step.game)
    if (step.told?.length) this.log = [...this.log, { v: step.v, lines: step.told }]
    this.watcher.told(step)
  }
}
