/** The analysis job of a replay: requested, running, done, or failed. */

import { Failure, get, post, remove } from '../../lib/api'
import type { Analysis, AnalysisState } from '../../lib/messages'
import { asFailure } from '../common/resource.svelte'

/** Seconds of a long poll. */
const WAIT = 20

export class AnalysisJob {
  trouble: Failure | null = $state.raw(null)
  #state: AnalysisState | null = $state.raw(null)
  #path: string
  /** Only the last request counts. */
  #asked = 0
  #line: AbortController | null = null

  constructor(id: string) {
    this.#path = `/replays/${encodeURIComponent(id)}/analysis`
  }

  get analysis(): Analysis | null {
    return this.#state?.state === 'done' ? this.#state.analysis : null
  }

  /** Whether the state is known. */
  get known(): boolean {
    return this.#state !== null
  }

  get busy(): boolean {
    return this.#state?.state === 'waiting' || this.#state?.state === 'running'
  }

  /** Whether the job waits in the queue. */
  get queued(): boolean {
    return this.#state?.state === 'waiting'
  }

  /** How much is done, from 0 to 1. */
  get share(): number {
    return this.#state?.total ? this.#state.done / this.#state.total : 0
  }

  /** Loads the state and polls from there. */
  look = (): Promise<void> => this.#follow(() => get(this.#path, this.#signal()))

  start = (): Promise<void> => this.#follow(() => post(this.#path, {}, this.#signal()))

  /** Requests the analysis only if the coach has nothing else to do. */
  startIfIdle = (): Promise<void> => this.#follow(() => post(`${this.#path}?idle=1`, {}, this.#signal()))

  cancel = (): Promise<void> => this.#follow(() => remove(this.#path))

  close(): void {
    this.#asked += 1
    this.#line?.abort()
  }

  #signal(): AbortSignal {
    return (this.#line = new AbortController()).signal
  }

  async #follow(ask: () => Promise<AnalysisState>): Promise<void> {
    this.close()
    const asked = this.#asked
    this.trouble = null
    let next = ask
    do {
      try {
        const state = await next()
        if (asked !== this.#asked) return
        this.#state = state
        if (state.state === 'failed') this.trouble = new Failure(500, 'coach-failed', '')
      } catch (failure) {
        if (asked === this.#asked) this.#broken(asFailure(failure))
        return
      }
      next = () => get(`${this.#path}?wait=${WAIT}`, this.#signal())
    } while (this.busy)
  }

  /** An error while polling counts as not started; the next request finds the job where it is. */
  #broken(failure: Failure): void {
    this.trouble = failure
    this.#state = { state: 'none', done: 0, total: 0, analysis: null }
  }
}
