import { post } from '../../lib/api'
import type { PositionShown } from '../../lib/messages'

/** The first of several texts that the server takes for a position, asked one after the other; else the last of them. */
export async function firstValid(texts: readonly string[]): Promise<string> {
  for (const position of texts) {
    try {
      return (await post<PositionShown>('/positions', { position })).position
    } catch {
      // Not that one.
    }
  }
  return texts.at(-1) ?? ''
}
