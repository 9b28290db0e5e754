import type { HandRank } from '../../lib/messages'
import { tell } from '../../lib/words.svelte'

/** What a throw is called: `Schock 4`, `Straße 6-5-4`, `5-3-1`; its dice are never torn apart at the end of a line. */
export function rankName({ said }: HandRank): string {
  return (typeof said === 'string' ? said : tell(said)).replaceAll('-', '\u2011')
}
