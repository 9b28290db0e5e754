/** Something that a page asks the server for: not there yet, there, or not to be had and why. */

import { Failure } from '../../lib/api'

export class Resource<T> {
  value: T | null = $state.raw(null)
  trouble: Failure | null = $state.raw(null)
  #ask: () => Promise<T>
  #asked = 0

  constructor(ask: () => Promise<T>) {
    this.#ask = ask
  }

  /** Asks, or asks again; an answer to an earlier question is dropped. */
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

/** What went wrong, also where it was not the server that said so. */
export function asFailure(failure: unknown): Failure {
  return failure instanceof Failure ? failure : new Failure(0, 'broken', '')
}
