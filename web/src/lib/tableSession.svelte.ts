/** One client at a table: its connection, what it shows, and the commands of its player. */

import type { AnyGame, GameParts, HandShown } from '../games/contract'
import { beatsOf, partsOf } from '../games'
import { Fair } from '../fair/fair.svelte'
import { announcer } from './announce.svelte'
import { get } from './api'
import { type Command, Connection, type Receiver } from './connection.svelte'
import { Hand } from './hand.svelte'
import { buzz } from './haptics'
import type { Choices, GameEvent, Here, Refused, Snapshot, Step, Steps } from './messages'
import type { Answer } from './unanswered'
import { pace, settings } from './settings.svelte'
import { TablePlayback } from './playback.svelte'
import { sound } from './sound'
import { has, say, spoken } from './words.svelte'
import { tellNow, tellTo } from './secondPerson'

/** Undo window: how long a decision waits before it is sent. */
export const UNDO_MS = 1000
/** With less thinking time left, decisions are sent at once. */
const SHORT_OF_TIME_MS = 2500

export class TableSession {
  readonly shown: TablePlayback
  readonly line: Connection
  readonly fair: Fair
  parts: GameParts | null = $state.raw(null)
  /** Whether the components of the game could not be loaded. */
  broken = $state(false)
  choices: Choices | null = $state.raw(null)
  refusal: Refused | null = $state.raw(null)
  /** The decision in its undo window. */
  held: GameEvent | null = $state.raw(null)
  /** Checks a decision before it is sent; false if the player wants to think again. */
  adviser: ((move: GameEvent) => Promise<boolean>) | null = null
  /** Whether the player was removed from a seat. */
  removed = $state(false)
  /** The last emote of each seat, until it fades. */
  emotes: Record<number, string | undefined> = $state({})

  #hand: Hand
  #asking = $state(0)
  /** The version after the last command: until it is shown, the old decision is still on the screen. */
  #awaited = $state(0)
  /** The version for which the held decision was made. */
  #heldAt = 0
  #fading: Record<number, ReturnType<typeof setTimeout>> = {}
  #throwSoon: ReturnType<typeof setTimeout> | undefined
  #send: ReturnType<typeof setTimeout> | undefined
  #lastTurn = ''
  #seat: number | null = null

  constructor(readonly code: string) {
    this.shown = new TablePlayback({
      beats: (step, before) => (this.real ? [] : beatsOf(this.parts, step, before, this.you)), // told dice lie at once
      began: (step) => this.#began(step),
      told: (step) => this.#told(step),
      idle: () => this.#watchesBots(),
      settled: () => this.#settled(),
    })
    this.#hand = new Hand(() => this.#throwsForItself || this.shown.catchingUp || document.visibilityState === 'hidden')
    this.fair = new Fair(code, (command) => this.line.ask(command, this.shown.received ?? 0), undefined, undefined, this.#hand)
    this.line = new Connection(code, this.#receiver(), (answer) => this.#heed(answer))
    addEventListener('pagehide', this.#sendNow)
  }

  /** Dice are verified on arrival, independent of the playback. */
  #receiver(): Receiver {
    const { shown, fair } = this
    const showHand = (): void => this.#showHand()
    return {
      get received() {
        return shown.received
      },
      receive(message: Snapshot | Steps | Here) {
        fair.receive(message) // first: the playback shows its state
        const whole = shown.receive(message)
        showHand()
        return whole
      },
      reached: () => fair.reopened(),
    }
  }

  get you(): number | null {
    return this.shown.table?.you ?? null
  }

  /** Whether people throw real dice at this table, and tell what lies there. */
  get real(): boolean {
    return this.shown.table?.settings.dice === 'real'
  }

  /** The seat that is called "you": none for a spectator, and none on a phone that lies between people without one. */
  get reader(): number | null {
    return this.shown.table?.real?.guests.length ? null : this.you
  }

  /** The name of the seat that is called "you". */
  get name(): string | null {
    return this.reader === null ? null : (this.shown.table?.seats[this.reader]?.name ?? null)
  }

  /** The seats of bots. */
  get bots(): number[] {
    return this.shown.table?.seats.flatMap((seat, index) => (seat.kind === 'bot' ? [index] : [])) ?? []
  }

  get hosting(): boolean {
    return this.you !== null && this.shown.table?.host === this.you
  }

  /** The throw that waits for this player's hand; undefined where dice are thrown, and looked at, without it. */
  get hand(): HandShown | null | undefined {
    if (this.#throwsForItself) return undefined
    const { due, shaking, shake } = this.#hand
    return due && this.#current ? { throws: due, shaking, shake } : null
  }

  /** Whether a fast playback can be slowed down. While a throw waits for the hand, its button has that place. */
  get slowable(): boolean {
    return this.shown.forward && !this.hand
  }

  get #throwsForItself(): boolean {
    return settings.throwForMe || settings.speed === 0
  }

  /** Whether everything that has arrived is shown. */
  get #current(): boolean {
    return !this.shown.beat && this.shown.v === this.shown.received
  }

  #showHand(): void {
    if (!this.#current || !this.#hand.show()) return
    announcer.say(say(`web-zocknroll-throw-${this.#hand.due}`))
    sound.chime()
    buzz(20)
  }

  /** Whether the game waits for this person, and they can see why. */
  get yourTurn(): boolean {
    if (this.shown.beat) return false
    const pending = this.shown.game?.pending
    const waits = pending?.kind === 'decision' || pending?.kind === 'throw'
    return this.you !== null && waits && pending?.seat === this.you && this.shown.table?.phase === 'playing'
  }

  get busy(): boolean {
    return this.#asking > 0 || this.held !== null || this.shown.beat !== null || this.shown.v < this.#awaited
  }

  /** Sends a command; a refusal is shown. True if it was accepted. */
  ask = async (command: Command, seen = this.shown.v): Promise<boolean> => {
    this.#asking += 1
    const answer = await this.#answered(command, seen)
    this.#asking -= 1
    if (answer.m === 'ok') this.#awaited = Math.max(this.#awaited, answer.v)
    return answer.m === 'ok'
  }

  act = (move: GameEvent, how: { atOnce?: boolean } = {}): void => {
    if (this.busy) return
    if (this.adviser) void this.#advised(this.adviser, move, how)
    else this.#decide(move, how)
  }

  /** Asks the adviser first. A decision that is out of date by then is dropped. */
  async #advised(adviser: NonNullable<TableSession['adviser']>, move: GameEvent, how: { atOnce?: boolean }): Promise<void> {
    const seen = this.shown.v
    this.#asking += 1
    const agreed = await adviser(move)
    this.#asking -= 1
    if (agreed && this.shown.v === seen && !this.busy) this.#decide(move, how)
  }

  #decide(move: GameEvent, { atOnce = false }: { atOnce?: boolean }): void {
    const left = this.shown.clock ? this.shown.clock.left - (performance.now() - this.shown.clockAt) : Infinity
    if (atOnce || !settings.takeBack || left < SHORT_OF_TIME_MS) return void this.ask({ c: 'move', move })
    this.held = move
    this.#heldAt = this.shown.v
    this.#send = setTimeout(this.#sendNow, UNDO_MS)
  }

  takeBack = (): void => {
    clearTimeout(this.#send)
    this.held = null
  }

  throwDice = (): void => {
    if (this.hand) this.#hand.release()
    else if (!this.busy && this.yourTurn && this.shown.game?.pending.kind === 'throw') void this.ask({ c: 'throw' })
  }

  /** Emotes do not make the session busy. */
  emote = (emote: Extract<Command, { c: 'emote' }>['emote']): void => void this.#answered({ c: 'emote', emote }, this.shown.v)

  /** The reason of a refusal, in the language in use if there is a message. */
  reason(refused: Refused): string {
    const known = `refusal-${refused.rule ?? refused.why}`
    return spoken() !== 'en' && has(known) ? say(known) : refused.sentence || say(known) // the server speaks English
  }

  close(): void {
    this.#sendNow()
    clearTimeout(this.#throwSoon)
    removeEventListener('pagehide', this.#sendNow)
    this.#hand.clear()
    this.line.close()
    this.shown.close()
  }

  #sendNow = (): void => {
    clearTimeout(this.#send)
    const move = this.held
    this.held = null
    if (move) void this.ask({ c: 'move', move }, this.#heldAt)
  }

  async #answered(command: Command, seen: number): Promise<Answer> {
    this.refusal = null
    const answer = await this.line.ask(command, seen)
    this.#heed(answer)
    return answer
  }

  /** Shows a refusal, also of a command that was sent before a reload. */
  #heed(answer: Answer): void {
    if (answer.m !== 'no') return
    this.refusal = answer
    announcer.alert(this.reason(answer))
    buzz([30, 60, 30])
  }

  #began(step: Step): void {
    if (step.game) this.choices = null
    if (step.e.t === 'emoted') this.#called(step.e.seat, step.e.emote)
  }

  #told(step: Step): void {
    if (this.#seat !== null && this.you === null) this.removed = !('why' in step.e && step.e.why === 'left')
    this.#seat = this.you
    this.fair.show(step.v)
    step.told?.forEach((line) => announcer.say(tellTo(this.name, line)))
  }

  /** Whether this player takes part in the game but not in the turn or half at hand, in which only bots are left. */
  #watchesBots(): boolean {
    const game = this.shown.game
    if (!game || this.you === null || this.shown.table?.phase !== 'playing') return false
    const active = this.parts?.takesPart?.(game) ?? [this.you]
    return active.length > 0 && active.every((seat) => this.bots.includes(seat))
  }

  #called(seat: number, emote: string): void {
    this.emotes[seat] = emote
    clearTimeout(this.#fading[seat])
    this.#fading[seat] = setTimeout(() => (this.emotes[seat] = undefined), 4000)
  }

  #settled(): void {
    const { table, game } = this.shown
    this.#seat = this.you
    this.fair.show(this.shown.v)
    this.#showHand()
    if (table) void this.#load(table.game)
    if (!game || !this.yourTurn || this.real) {
      this.#lastTurn = ''
      return
    }
    if (game.pending.kind === 'decision' && !this.choices) void this.#ponder()
    clearTimeout(this.#throwSoon)
    if (settings.throwForMe) this.#throwSoon = setTimeout(this.throwDice, 400 * pace())
    const turn = JSON.stringify([game.pending.kind, game.pending.moves, game.now])
    if (turn !== this.#lastTurn) {
      announcer.say(tellNow(game.now, true))
      if (this.#lastTurn === '') {
        sound.chime()
        buzz(20)
      }
    }
    this.#lastTurn = turn
  }

  async #load(game: AnyGame['game']): Promise<void> {
    try {
      this.parts = await partsOf(game)
      this.broken = false
    } catch {
      this.broken = true
    }
  }

  /** Loads the meaning of each move; the moves themselves are in the state already. */
  async #ponder(): Promise<void> {
    const game = this.shown.game
    try {
      const choices = await get<Choices>(`/tables/${encodeURIComponent(this.code)}/choices`)
      if (this.shown.game === game) this.choices = choices
    } catch {
      // The moves can be made without it.
    }
  }
}
