/** Commands that the server has not answered yet. They survive a reload: their ids are idempotency keys. */

import type { Accepted, Ask, Refused } from './messages'

export type Answer = Accepted | Refused
/** Commands about dice are not kept: the device sends them again after a reload if they are still needed. */
const NOT_STORED: readonly string[] = ['anchor', 'reveal', 'protest'] satisfies Ask['do']['c'][]

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export class PendingCommands {
  #asks = new Map<string, Ask>()
  #waiting = new Map<string, (answer: Answer) => void>()

  /** `unclaimed` gets the answers to commands that were sent before a reload. */
  constructor(
    private readonly key: string,
    private readonly store: Kept | null,
    private readonly unclaimed: (answer: Answer) => void,
  ) {
    for (const ask of this.#read()) this.#asks.set(ask.id, ask)
  }

  /** Remembers a command until it is answered; `settle` resolves the promise. */
  add(ask: Ask): Promise<Answer> {
    this.#asks.set(ask.id, ask)
    this.#keep()
    return new Promise((resolve) => this.#waiting.set(ask.id, resolve))
  }

  settle(answer: Answer): void {
    if (!this.#asks.delete(answer.id)) return
    this.#keep()
    const claim = this.#waiting.get(answer.id) ?? this.unclaimed
    this.#waiting.delete(answer.id)
    claim(answer)
  }

  /** In the order in which they were asked. */
  get unanswered(): Ask[] {
    return [...this.#asks.values()]
  }

  #read(): Ask[] {
    try {
      return JSON.parse(this.store?.getItem(this.key) ?? '[]') as Ask[]
    } catch {
      return []
    }
  }

  #keep(): void {
    try {
      const lasting = this.unanswered.filter((ask) => !NOT_STORED.includes(ask.do.c))
      if (lasting.length) this.store?.setItem(this.key, JSON.stringify(lasting))
      else this.store?.removeItem(this.key)
    } catch {
      // Without storage they last as long as the page.
    }
  }
}
