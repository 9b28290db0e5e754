import { Failure, post } from './api'
import type { Ask, Refused } from './messages'
import type { Answer } from './unanswered'

const WHY: readonly string[] = ['stale', 'illegal', 'forbidden', 'closed', 'limit'] satisfies Refused['why'][]

/**
 * Sends a command over HTTP. What the server has understood well enough to refuse is answered: sent again and again, it
 * would hold up everything behind it. What has not come through is thrown, to be sent again.
 */
export async function postCommand(code: string, ask: Ask): Promise<Answer> {
  try {
    return await post<Answer>(`/tables/${encodeURIComponent(code)}/commands`, ask)
  } catch (trouble) {
    if (!(trouble instanceof Failure) || !isRefusal(trouble.status)) throw trouble
    const why = (WHY.includes(trouble.why) ? trouble.why : 'malformed') as Refused['why']
    return { m: 'no', id: ask.id, v: ask.v, why, sentence: trouble.message, rule: trouble.rule }
  }
}

/** A table that is gone is another matter, and so is a request that took too long. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 404 && status !== 408
