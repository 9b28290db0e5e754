/** The coach during a game: odds, hints on request, and the tutor's warning before a blunder. */

import { atLeast } from '../../coach/verdictKinds'
import { retryWhileThinking } from '../../coach/retry'
import { get, post } from '../../lib/api'
import type { GameEvent, Hint, OddsShown, Weighed } from '../../lib/messages'
import { settings } from '../../lib/settings.svelte'
import type { TableSession } from '../../lib/tableSession.svelte'

/** Timeout of the tutor in milliseconds: after it the move is sent without a warning. */
export const PATIENCE = 1500

export interface Objection {
  weighed: Weighed
  /** Whether to play anyway or think again. */
  answer: (agreed: boolean) => void
}

export class Coaching {
  odds: OddsShown | null = $state.raw(null)
  hint: Hint | null = $state.raw(null)
  /** Whether a hint is being loaded. */
  asking = $state(false)
  /** Whether the request failed. */
  failed = $state(false)
  objection: Objection | null = $state.raw(null)
  #path: string
  #looking: AbortController | null = null

  constructor(readonly session: TableSession) {
    this.#path = `/tables/${encodeURIComponent(session.code)}`
    session.adviser = this.#advise
  }

  /** Whether there is a decision to ask about. */
  get due(): boolean {
    return this.session.yourTurn && this.session.shown.game?.pending.kind === 'decision'
  }

  close(): void {
    this.session.adviser = null
    this.#looking?.abort()
    this.objection?.answer(false)
  }

  /** The position has changed: odds and hint are out of date. */
  moved(): void {
    this.hint = null
    this.failed = false
    this.objection?.answer(false)
  }

  /** Loads the odds; a newer position aborts the request. */
  async look(): Promise<void> {
    this.#looking?.abort()
    const { signal } = (this.#looking = new AbortController())
    try {
      const odds = await get<OddsShown>(`${this.#path}/odds`, signal)
      if (!signal.aborted) this.odds = odds
    } catch {
      if (!signal.aborted) this.odds = null // the table works without them
    }
  }

  ask = async (): Promise<void> => {
    if (this.asking || !this.due) return
    const seen = this.session.shown.v
    this.asking = true
    this.failed = false
    try {
      const hint = await retryWhileThinking(
        () => get<Hint>(`${this.#path}/hint`),
        () => this.session.shown.v === seen,
      )
      if (this.session.shown.v === seen) this.hint = hint
    } catch {
      this.failed = this.session.shown.v === seen
    } finally {
      this.asking = false
    }
  }

  /** The tutor's check of a move; if the check fails, the move passes. */
  #advise = async (move: GameEvent): Promise<boolean> => {
    const bad = settings.tutor
    if (bad === 'off' || !this.session.shown.table?.help) return true
    const weighed = await this.#weigh(move)
    if (!weighed || !atLeast(weighed.kind, bad)) return true
    return new Promise((resolve) => {
      const answer = (agreed: boolean): void => {
        this.objection = null
        resolve(agreed)
      }
      this.objection = { weighed, answer }
    })
  }

  async #weigh(move: GameEvent): Promise<Weighed | null> {
    try {
      return await post<Weighed>(`${this.#path}/weigh`, { move }, AbortSignal.timeout(PATIENCE))
    } catch {
      return null
    }
  }
}
