/** A query to the solvers, kept in the address of the page, and its answer. */

import { retryWhileThinking } from '../../coach/retry'
import { Failure, get } from '../../lib/api'
import { asFailure } from '../common/resource.svelte'

export type Query = Record<string, string>

export class ChartQuery<Chart> {
  /** The last answer; it stays while the next one is loaded. */
  chart: Chart | null = $state.raw(null)
  trouble: Failure | null = $state.raw(null)
  /** Whether an answer is being loaded. */
  busy = $state(false)
  #going: AbortController | null = null

  constructor(private readonly path: string) {}

  async ask(query: Query): Promise<void> {
    this.#going?.abort()
    const going = (this.#going = new AbortController())
    this.busy = true
    this.trouble = null
    const search = new URLSearchParams(query).toString()
    try {
      const chart = await retryWhileThinking(() => get<Chart>(`/explorer/${this.path}?${search}`, going.signal))
      if (going.signal.aborted) return
      this.chart = chart
    } catch (failure) {
      if (!going.signal.aborted) this.trouble = asFailure(failure)
    } finally {
      if (this.#going === going) this.busy = false
    }
  }
}

/** The query in the address of the page. */
export const inAddress = (): Query => Object.fromEntries(new URLSearchParams(location.search))

/** Writes the query into the address, so that it can be shared. */
export function toAddress(query: Query): void {
  history.replaceState(null, '', `${location.pathname}?${new URLSearchParams(query)}`)
}

/** A number in a query, if it is in the range. */
export function numberIn(text: string | undefined, least: number, most: number, usual: number): number {
  const number = Number(text)
  return text && Number.isInteger(number) && number >= least && number <= most ? number : usual
}

/** One of a few values in a query. */
export function oneOf<Word extends string>(text: string | undefined, words: readonly Word[]): Word {
  return words.find((word) => word === text) ?? words[0]!
}
