/** The server gives up on a question before proxies do, but the coach remembers what it has found by then. */

import { Failure } from '../lib/api'

/** How often a question is asked again: after two minutes something else is wrong. */
const MORE_OFTEN = 4

/** Asks, and asks again while the coach is still thinking and somebody still wants to know. */
export async function retryWhileThinking<Answer>(ask: () => Promise<Answer>, wanted = (): boolean => true): Promise<Answer> {
  for (let left = MORE_OFTEN; ; left--) {
    try {
      return await ask()
    } catch (failure) {
      const thinking = failure instanceof Failure && failure.why === 'thinking'
      if (!thinking || left === 0 || !wanted()) throw failure
    }
  }
}
