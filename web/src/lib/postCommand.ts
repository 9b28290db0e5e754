import { Failure, post } from './api'
import type { Ask, Refused } from './messages'
import type { Answer } from './unanswered'

const WHY: readonly string[] = ['stale', 'illegal', 'forbidden', 'closed', 'limit'] satisfies Refused['why'][]

/**
 * Sends a command over HTTP. A refusal by the server is an answer; it must not be sent again and hold up later commands.
 * Network failures are thrown, and the command is sent again.
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

/** Client errors, but for 404 (the table is gone) and 408 (the request timed out). */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 404 && status !== 408
