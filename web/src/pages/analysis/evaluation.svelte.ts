/** What the coach says to a position. Asked a moment after the last change; only the last answer counts. */

import { retryWhileThinking } from '../../coach/retry'
import { Failure, post } from '../../lib/api'
import type { PositionValues } from '../../lib/messages'
import { asFailure } from '../common/resource.svelte'

/** Somebody who sets up a position taps several times in a row. */
const PAUSE = 350

export class Evaluation {
  /** Stays while the next answer is awaited, so that nothing jumps. */
  values: PositionValues | null = $state.raw(null)
  /** Why the position cannot be played, or was not weighed. */
  refusal: Failure | null = $state.raw(null)
  busy = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #line: AbortController | null = null

  /** Weighs a position soon. */
  of(position: string): void {
    this.close()
    this.busy = true
    this.#timer = setTimeout(() => void this.#ask(position), PAUSE)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#line?.abort()
    this.busy = false
  }

  async #ask(position: string): Promise<void> {
    const line = new AbortController()
    this.#line = line
    try {
      const values = await retryWhileThinking(() => post<PositionValues>('/values', { position }, line.signal))
      if (line.signal.aborted) return
      this.values = values
      this.refusal = null
    } catch (failure) {
      if (line.signal.aborted) return
      this.values = null
      this.refusal = asFailure(failure)
    }
    this.busy = false
  }
}
