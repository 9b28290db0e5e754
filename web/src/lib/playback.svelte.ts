/**
 * Playback of a table: a queue of log entries, each played on the stage. The server sends with each entry the state
 * after it. What has arrived is private; the page reads only what the stage has reached.
 */

import type { AnyGame, Beat } from '../games/contract'
import type { Clock, Here, Phrase, Snapshot, Step, Steps, TableShown } from './messages'
import { tempo } from './settings.svelte'
import { Stage } from './stage.svelte'

/** With more entries in the queue the playback is fast, until only a few are left. */
const BEHIND = 6
const NEARLY_THERE = 2
/** A longer queue is skipped. */
const FAR_BEHIND = 24
const CATCH_UP_RATE = 6
const FORWARD_RATE = 4

export interface LogLine {
  v: number
  lines: Phrase[]
}

export interface Watcher {
  /** The beats of an entry; none for nothing to see. */
  beats(step: Step, before: AnyGame | null): Beat[]
  /** An entry begins to be shown. */
  began(step: Step): void
  /** The outcome of an entry is shown, and may be announced. */
  told(step: Step): void
  /** Whether the viewer only watches bots: the playback is fast then. */
  idle(): boolean
  /** Everything that has arrived is shown. */
  settled(): void
}

export class TablePlayback {
  table: TableShown | null = $state.raw(null)
  log: LogLine[] = $state.raw([])
  /** The last entry that is shown. */
  entry: Step['e'] | null = $state.raw(null)
  here: Here | null = $state.raw(null)
  clock: Clock | null = $state.raw(null)
  /** When the clock was received, by `performance.now`. */
  clockAt = $state(0)
  /** The version that is shown. */
  v = $state(0)
  /** Whether the playback hurries because it is far behind. */
  catchingUp = $state(false)
  /** Whether the playback is fast because the viewer only watches bots, and has not asked for the usual speed. */
  forward = $state(false)
  received: number | null = null

  #stage = new Stage()
  #queue: Step[] = []
  #playing: Step | null = null
  #clock: { clock: Clock | null; at: number } | null = null
  /** The viewer has slowed a fast playback down. */
  #slowed = false

  constructor(private readonly watcher: Watcher) {}

  get game(): AnyGame | null {
    return this.#stage.game
  }

  /** The movement that is shown; null at rest. */
  get beat() {
    return this.#stage.beat
  }

  receive(message: Snapshot | Steps | Here): boolean {
    if (message.m === 'here') this.here = message
    else if (message.m === 'snapshot') this.#open(message)
    else return this.#take(message)
    return true
  }

  /** Ends the running step at once. */
  skip(): void {
    if (this.#playing) this.#stage.skip()
  }

  /** Shows the rest at the usual speed. */
  slowDown(): void {
    this.#slowed = true
    this.#setRate()
  }

  close(): void {
    this.#stage.set(this.#stage.game)
    this.#queue = []
    this.#playing = null
    this.catchingUp = this.forward = false
    tempo.rate = 1
  }

  #open(snapshot: Snapshot): void {
    this.close()
    this.received = this.v = snapshot.v
    this.table = snapshot.table
    this.#stage.set(snapshot.game)
    this.log = snapshot.told.map((lines, index) => ({ v: index - snapshot.told.length, lines }))
    this.#clock = { clock: snapshot.clock, at: performance.now() }
    this.#settle()
  }

  #take(message: Steps): boolean {
    for (const step of message.steps) {
      if (this.received !== null && step.v <= this.received) continue // sent twice around a reconnect
      if (this.received === null || step.v !== this.received + 1) return false
      this.received = step.v
      this.#queue.push(step)
    }
    this.#clock = { clock: message.clock, at: performance.now() }
    if (this.#playing) this.#setRate()
    else this.#playNext()
    return true
  }

  #playNext(): void {
    const step = this.#queue.shift()
    this.#playing = step ?? null
    this.#setRate()
    if (!step) return this.#settle()
    const before = this.game
    const hidden = typeof document !== 'undefined' && document.visibilityState === 'hidden'
    const beats = hidden || this.#queue.length >= FAR_BEHIND ? [] : this.watcher.beats(step, before)
    this.v = step.v
    this.watcher.began(step)
    // Dice that are wanted are in the cup, which the game of that entry does not say yet.
    const after = (step.e.t === 'wanted' && beats.at(-1)?.game) || (step.game ?? before)
    this.#stage.play(step.v, beats, after, { told: () => this.#tell(step), done: () => this.#playNext() })
  }

  #setRate(): void {
    const idle = this.watcher.idle()
    if (!idle) this.#slowed = false
    this.forward = idle && !this.#slowed
    const few = this.catchingUp ? NEARLY_THERE : BEHIND
    this.catchingUp = !idle && this.#queue.length > few
    tempo.rate = this.catchingUp ? CATCH_UP_RATE : this.forward ? FORWARD_RATE : 1
  }

  #settle(): void {
    if (this.#clock) {
      this.clock = this.#clock.clock
      this.clockAt = this.#clock.at
    }
    this.watcher.settled()
  }

  #tell(step: Step): void {
    if (step.table) this.table = step.table
    if (step.e.t === 'started') this.log = []
    this.entry = step.e
    if (step.told?.length) this.log = [...this.log, { v: step.v, lines: step.told }]
    this.watcher.told(step)
  }
}
