/**
 * Connection to one table: a WebSocket that reconnects with backoff, resumes from the last received version and sends
 * unanswered commands again. Where WebSockets are blocked it falls back to HTTP long polling.
 */

import { door } from './door.svelte'
import { Failure, get, newId } from './api'
import type { Accepted, Ask, Here, Refused, Snapshot, Steps } from './messages'
import { type Answer, PendingCommands } from './unanswered'
import { postCommand } from './postCommand'
import { Socket } from './socket'

export type ToClient = Snapshot | Steps | Here | Accepted | Refused
export type Command = Ask['do']

/** `lost`: it reconnects by itself; `gone`: it does not. */
export type ConnectionState = 'connecting' | 'open' | 'polling' | 'lost' | 'gone'
export type Gone = 'missing' | 'forbidden' | 'damaged'

export interface Receiver {
  /** The last version that arrived, or null if nothing has. */
  readonly received: number | null
  /** Takes a message; false if versions are missing before it. */
  receive(message: Snapshot | Steps | Here): boolean
  /** The connection is open, for the first time or again. */
  reached?(): void
}

/** The most steps that are fetched after a break; beyond that the server sends a snapshot. */
const MOST = 500

const FIRST_DELAY = 400
/** The first delay when the server says: come back. Other nodes of a cluster have the table at once. */
const CALLED_DELAY = 100
const CALLED = [1012, 4409]
/** Reconnect delays stay short at first: a server that restarts is back after a second. */
const GROWTH = 1.5
const LONGEST_DELAY = 8000
const CROWDED_DELAY = 30000
const SOCKETS_BEFORE_POLLING = 3
const POLLS_BEFORE_SOCKET = 6
/** A long poll takes up to twenty seconds. */
const POLL_TIMEOUT_MS = 28000
/** Unanswered commands are sent again after this time; their ids are idempotency keys. */
const ANSWER_TIMEOUT_MS = 6000

export class Connection {
  state: ConnectionState = $state('connecting')
  gone: Gone | null = $state(null)
  lag = $state(0)

  #socket: Socket | null = null
  #polling: AbortController | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #resending: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** The current connection has brought a frame; one that is closed before may be closed again. */
  #heard = false
  /** Long polling has worked where WebSockets failed: the next failure falls back at once. */
  #socketsFail = false
  #pending: PendingCommands

  /** `unclaimed` gets the answers to commands that were sent before a reload. */
  constructor(
    private readonly code: string,
    private readonly receiver: Receiver,
    unclaimed: (answer: Answer) => void,
    store: Storage | null = typeof sessionStorage === 'undefined' ? null : sessionStorage,
  ) {
    this.#pending = new PendingCommands(`knobel.pending.${code}`, store, unclaimed)
    addEventListener('online', this.revive)
    addEventListener('pageshow', this.revive)
    document.addEventListener('visibilitychange', this.#seen)
    this.#connect()
  }

  /** Sends a command; the promise survives reconnects. */
  ask(command: Command, version: number): Promise<Answer> {
    const ask: Ask = { id: newId(), v: version, do: command }
    const answer = this.#pending.add(ask)
    if (this.#socket?.open) this.#socket.send(ask)
    else if (this.state === 'polling') this.#postUnanswered().catch(this.#failed)
    this.#resendLater()
    return answer
  }

  /** Reconnects at once: the network is back, or the phone awake. */
  revive = (): void => {
    if (this.state === 'gone' || this.state === 'connecting') return
    if (this.#socket?.open) this.#socket.probe()
    else if (this.state === 'lost' || this.state === 'polling') this.#connect()
  }

  close(): void {
    removeEventListener('online', this.revive)
    removeEventListener('pageshow', this.revive)
    document.removeEventListener('visibilitychange', this.#seen)
    this.#hangUp()
    clearTimeout(this.#resending)
    this.state = 'gone'
  }

  #seen = () => {
    if (document.visibilityState === 'visible') this.revive()
  }

  #hangUp(): void {
    clearTimeout(this.#retry)
    this.#socket?.close()
    this.#socket = null
    this.#polling?.abort()
    this.#polling = null
  }

  #connect(): void {
    this.#hangUp()
    this.#heard = false
    const since = this.receiver.received
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const url = `${scheme}://${location.host}${this.#path('/ws')}${since === null ? '' : `?v=${since}&most=${MOST}`}`
    this.#socket = new Socket(url, {
      opened: () => {
        this.#socketsFail = false
        this.#reached('open')
        this.#sendUnanswered()
      },
      message: (frame) => {
        this.#heard = true
        this.#take(frame as ToClient)
      },
      lag: (milliseconds) => (this.lag = Math.round(milliseconds)),
      ended: (code) => this.#ended(code),
    })
  }

  #sendUnanswered(): void {
    for (const ask of this.#pending.unanswered) this.#socket?.send(ask)
  }

  #resendLater(): void {
    clearTimeout(this.#resending)
    this.#resending = setTimeout(() => {
      if (this.#pending.unanswered.length === 0) return
      if (this.#socket?.open) this.#sendUnanswered()
      this.#resendLater()
    }, ANSWER_TIMEOUT_MS)
  }

  #path(rest: string): string {
    return `/api/tables/${encodeURIComponent(this.code)}${rest}`
  }

  #take(message: ToClient): void {
    if (message.m === 'ok' || message.m === 'no') this.#pending.settle(message)
    else if (!this.receiver.receive(message)) this.#connect()
  }

  #reached(state: 'open' | 'polling'): void {
    this.#failures = 0
    const again = this.state !== state
    this.state = state
    if (again) this.receiver.reached?.()
  }

  #ended(code: number): void {
    if (code === 4404) return this.#giveUp('missing')
    if (code === 4401) {
      door.needed = true
      return this.#giveUp('forbidden')
    }
    if (code === 4403) return this.#giveUp('forbidden')
    if (code === 4500) return this.#giveUp('damaged')
    if (this.#socketsFail) return void this.#poll()
    this.#failures += 1
    if (this.state !== 'connecting') this.state = 'lost'
    if (code === 4429) return this.#later(CROWDED_DELAY)
    if (this.#heard && CALLED.includes(code)) return this.#later(CALLED_DELAY)
    if (this.#failures % SOCKETS_BEFORE_POLLING === 0) void this.#poll()
    else this.#later()
  }

  #giveUp(why: Gone): void {
    this.#hangUp()
    this.gone = why
    this.state = 'gone'
  }

  /** Exponential backoff with jitter, so that a restarted server is not flooded. */
  #later(pause = Math.min(LONGEST_DELAY, FIRST_DELAY * GROWTH ** (this.#failures - 1))): void {
    if (this.#failures > 1) this.state = 'lost'
    this.#retry = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2))
  }

  async #poll(): Promise<void> {
    const stop = new AbortController()
    this.#polling = stop
    try {
      for (let round = 0; round < POLLS_BEFORE_SOCKET && !stop.signal.aborted; round += 1) {
        await this.#postUnanswered()
        const message = await inTime(this.#pollOnce(stop.signal))
        if (stop.signal.aborted) return
        this.#socketsFail = true
        this.#reached('polling')
        this.#take(message)
      }
      if (!stop.signal.aborted) this.#connect()
    } catch (trouble) {
      if (!stop.signal.aborted) this.#failed(trouble)
    }
  }

  #failed = (trouble: unknown): void => {
    if (this.state === 'gone') return
    if (trouble instanceof Failure && trouble.status === 404) return this.#giveUp('missing')
    if (trouble instanceof Failure && trouble.why === 'damaged') return this.#giveUp('damaged')
    this.#hangUp()
    this.#socketsFail = false
    this.state = 'lost'
    this.#failures = Math.max(1, this.#failures) // the failed WebSocket has been counted
    this.#later()
  }

  #pollOnce(signal: AbortSignal): Promise<Snapshot | Steps> {
    const since = this.receiver.received
    const path = this.#path('').slice('/api'.length)
    return since === null ? get<Snapshot>(path, signal) : get<Steps>(`${path}/steps?since=${since}&wait=20`, signal)
  }

  async #postUnanswered(): Promise<void> {
    for (const ask of this.#pending.unanswered) {
      this.#pending.settle(await postCommand(this.code, ask))
    }
  }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure(0, 'offline', '')), POLL_TIMEOUT_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
