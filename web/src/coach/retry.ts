/** Retries questions to the coach. The server answers "still thinking" before proxies time out, and keeps its partial work. */

import { Failure } from '../lib/api'

/** Attempts: about two minutes in all. */
const MORE_OFTEN = 4

/** Asks until the coach has an answer, while `wanted` says that the page still needs it. */
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
