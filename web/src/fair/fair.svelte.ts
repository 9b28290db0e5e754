// Fair dice at one table: this device's contributions, and the live verification.

import type { AnyGame } from '../games/contract'
import type { Command } from '../lib/connection.svelte'
import type { Here, RedactedStarted, Snapshot, Step, Steps, TableShown } from '../lib/messages'
import { byHand, type Gate } from '../lib/hand.svelte'
import type { Answer } from '../lib/unanswered'
import { Device } from './device'
import { runInSlices } from './timeSlices'
import { hex, unhex } from './hashing'
import { rootOf } from './merkleTree'
import { Secrets } from './secrets'
import { type Failure, type Seen, LiveVerifier } from './liveVerifier'

/** The state of the verification, as far as this page has seen the game. */
export interface Status {
  game: string
  roots: readonly (string | null)[]
  anchors: readonly (string | null)[]
  verified: number
  covered: number
  later: number
  absent: readonly number[]
  protests: readonly number[]
  last: readonly Seen[]
  /** Whether this device contributes to the next dice, and how many throws of this game were made without it. */
  apart: boolean
  without: number
  /** The fingerprint of each want that was seen. */
  witnessed: ReadonlyMap<string, string>
}

export class Fair {
  /** As of the version that is shown. Null without a game, or if its dice cannot be verified. */
  status: Status | null = $state.raw(null)
  /** The first failure; it is kept, also over a reload. */
  failure: Failure | null = $state.raw(null)

  #watch: LiveVerifier | null = null
  #device: Device
  #table: TableShown | null = null
  #v: number | null = null
  /** The game as received, for what the next throw is. */
  #game: AnyGame | null = null
  /** All entries about the dice of this game since the page was opened. */
  #entries: unknown[] = []
  #without = 0
  /** The entries at the moment of the failure. */
  #evidence = ''
  #anchored = new Set<string>()
  /** The states of versions that are not shown yet: a count or the last dice would tell what is about to fall. */
  #ahead: { v: number; status: Status | null }[] = []

  constructor(
    private readonly code: string,
    ask: (command: Command) => Promise<Answer>,
    private readonly kept: Storage | null = typeof sessionStorage === 'undefined' ? null : sessionStorage,
    secrets: Storage | null = typeof localStorage === 'undefined' ? null : localStorage,
    private readonly hand: Gate | null = null,
  ) {
    this.#device = new Device(ask, new Secrets(secrets), (want, release) => this.#holds(want, release))
    this.#remember()
  }

  /** The failure with its evidence, as the text of a file. */
  get evidence(): string {
    return this.#evidence
  }

  receive(message: Snapshot | Steps | Here): void {
    if (message.m === 'snapshot') {
      this.#game = message.game
      this.#open(message)
      this.#ahead = []
    } else if (message.m === 'steps') {
      for (const step of message.steps) {
        this.#game = step.game ?? this.#game
        this.#take(step)
        this.#ahead.push({ v: step.v, status: this.#checked() })
      }
    }
    if (!this.#watch?.open) this.hand?.clear()
    if (!this.#ahead.length) this.status = this.#checked()
  }

  /** Version `v` is shown. */
  show(v: number): void {
    while (this.#ahead[0] && this.#ahead[0].v <= v) this.status = this.#ahead.shift()!.status
    if (!this.#ahead.length) this.status = this.#checked() // the own part in the dice may have changed meanwhile
  }

  /** The connection is open again: the server may not have received what this device sent. */
  reopened(): void {
    if (this.#watch) this.#device.arrive(this.#watch, this.#seat)
  }

  /** Records a failure. Only the first one counts. */
  accuse(failure: Failure): void {
    if (this.failure) return
    this.failure = failure
    this.#evidence = JSON.stringify({ table: this.code, failure, entries: this.#entries }, null, 1)
    try {
      this.kept?.setItem(this.#key, this.#evidence)
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  get #you(): number | null {
    return this.#table?.you ?? null
  }

  /** The seat for which this device takes part, while a game runs. */
  get #seat(): number | null {
    return this.#table?.phase === 'playing' ? this.#you : null
  }

  /** Whether a throw waits for the hand of this player. */
  #holds(want: string, release: () => void): boolean {
    const seat = this.#seat
    const plays = seat !== null && !this.#table?.seats[seat]?.away
    return this.hand?.holds(want, plays ? byHand(this.#game, seat) : null, release) ?? false
  }

  #open(snapshot: Snapshot): void {
    const fair = snapshot.fair
    const before = this.#watch
    const same = before !== null && fair?.game === before.game
    if (same && this.#v !== null && snapshot.v < this.#v) return // older than what is known
    this.#v = snapshot.v
    this.#table = snapshot.table
    this.#watch = fair ? LiveVerifier.join(fair, snapshot.table, before) : null
    if (!same) this.#forget()
    for (const commitment of fair?.anchors ?? []) if (commitment) this.#anchored.add(commitment.anchor)
    this.#note({ v: snapshot.v, fair })
    this.#device.arrive(this.#watch, this.#seat)
  }

  #take(step: Step): void {
    if (this.#v === null || step.v !== this.#v + 1) return
    this.#v = step.v
    if (step.table) this.#table = step.table
    const { e, proofs, game } = step
    if (e.t === 'started') return this.#begin(step, e.fair)
    const watch = this.#watch
    if (!watch) return
    if (e.t === 'anchored') this.#anchored.add(e.anchor)
    const [missed, thrown, apart] = [this.#absences(), watch.throws, this.#apartFrom(watch)]
    watch.take({ e, ...(proofs && { proofs }), ...(game && { game }) })
    if (apart) this.#without += Math.max(0, watch.throws - thrown)
    this.#note({ v: step.v, at: step.at, e, proofs })
    if (this.#device.dropped(step.v, this.#anchored)) watch.fail('anchor', null, this.#you)
    if (e.t === 'disclosed') void this.#compare(watch, e.secrets)
    if (e.t === 'rooted') this.#device.arrive(watch, this.#seat)
    else this.#device.follow(watch, this.#seat, this.#absences() > missed)
  }

  #begin(step: Step, bond: RedactedStarted['fair']): void {
    this.#watch = bond ? LiveVerifier.begin(bond, this.#table ?? undefined) : null
    this.#forget()
    this.#anchored.clear()
    this.#note({ v: step.v, at: step.at, e: step.e })
    this.#device.arrive(this.#watch, this.#seat)
  }

  /** Resets for another game. */
  #forget(): void {
    this.#entries = []
    this.#without = 0
  }

  /** Whether another device, or none, contributes for the own seat. */
  #apartFrom(watch: LiveVerifier): boolean {
    return this.#you !== null && !this.#isOwn(watch.commitments.of(this.#you)?.anchor ?? null)
  }

  #isOwn(anchor: string | null): boolean {
    return anchor !== null && anchor === this.#device.anchor
  }

  #absences(): number {
    return this.#you === null ? 0 : (this.#watch?.commitments.absent[this.#you] ?? 0)
  }

  /** At the end the server discloses its secrets: they must match the published roots. */
  async #compare(watch: LiveVerifier, secrets: readonly string[]): Promise<void> {
    for (const [section, secret] of secrets.entries()) {
      const root = watch.roots[section]
      if (root && hex(await runInSlices(rootOf(unhex(secret), unhex(watch.game)))) !== root) watch.fail('secret')
    }
    if (watch.failure) this.accuse(watch.failure)
  }

  /** The present state of the verification. A failure is shown at once. */
  #checked(): Status | null {
    const watch = this.#watch
    if (watch?.failure) this.accuse(watch.failure)
    return (
      watch && {
        game: watch.game,
        roots: [...watch.roots],
        anchors: Array.from({ length: watch.commitments.seats }, (_, seat) => watch.commitments.expected(seat)),
        verified: watch.verified,
        covered: watch.covered.length,
        later: watch.later,
        absent: [...watch.commitments.absent],
        protests: [...watch.protests],
        last: watch.last,
        apart: this.#you !== null && !this.#isOwn(watch.commitments.expected(this.#you)),
        without: this.#without,
        witnessed: watch.witnessed,
      }
    )
  }

  #note(entry: unknown): void {
    this.#entries.push(entry)
  }

  get #key(): string {
    return `knobel.fair.failed.${this.code}`
  }

  #remember(): void {
    try {
      this.#evidence = this.kept?.getItem(this.#key) ?? ''
      if (this.#evidence) this.failure = (JSON.parse(this.#evidence) as { failure: Failure }).failure
    } catch {
      // Nothing readable was stored.
    }
  }
}
