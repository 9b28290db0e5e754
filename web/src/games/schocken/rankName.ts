import type { HandRank } from '../../lib/messages'
import { tell } from '../../lib/words.svelte'

/** The name of a throw, `Schock 4`, `Straße 6-5-4`, `5-3-1`, without line breaks between its dice. */
export function rankName({ said }: HandRank): string {
  return (typeof said === 'string' ? said : tell(said)).replaceAll('-', '\u2011')
}
