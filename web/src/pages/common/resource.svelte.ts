/** An async resource of a page: loading, loaded, or failed. */

import { Failure } from '../../lib/api'

export class Resource<T> {
  value: T | null = $state.raw(null)
  trouble: Failure | null = $state.raw(null)
  #ask: () => Promise<T>
  #asked = 0

  constructor(ask: () => Promise<T>) {
    this.#ask = ask
  }

  /** Loads, or loads again; responses to earlier requests are dropped. */
  async load(): Promise<void> {
    const asked = ++this.#asked
    this.trouble = null
    try {
      const value = await this.#ask()
      if (asked === this.#asked) this.value = value
    } catch (failure) {
      if (asked === this.#asked) this.trouble = asFailure(failure)
    }
  }
}

/** Any caught value as a `Failure`. */
export function asFailure(failure: unknown): Failure {
  return failure instanceof Failure ? failure : new Failure(0, 'broken', '')
}
