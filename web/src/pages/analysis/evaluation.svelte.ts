/** The coach's evaluation of a position, debounced; only the last response counts. */

import { retryWhileThinking } from '../../coach/retry'
import { Failure, post } from '../../lib/api'
import type { PositionValues } from '../../lib/messages'
import { asFailure } from '../common/resource.svelte'

/** Debounce: edits come in quick succession. */
const PAUSE = 350

export class Evaluation {
  /** Stays while the next response is loaded, so that the layout does not shift. */
  values: PositionValues | null = $state.raw(null)
  /** Why the position is invalid, or the request failed. */
  refusal: Failure | null = $state.raw(null)
  busy = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #line: AbortController | null = null

  /** Evaluates a position after the debounce time. */
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
