import { post } from '../../lib/api'
import type { PositionShown } from '../../lib/messages'

/** The first of several texts that the server accepts as a position; else the last of them. */
export async function firstValid(texts: readonly string[]): Promise<string> {
  for (const position of texts) {
    try {
      return (await post<PositionShown>('/positions', { position })).position
    } catch {
      // Not valid: try the next.
    }
  }
  return texts.at(-1) ?? ''
}
