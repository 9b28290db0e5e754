import { say } from '../../lib/words.svelte'
import type { Fields } from './covers'

/** Fields as a list in words: `3`, `3 and 6`, `1, 2 and 9`. */
export function enumerated(fields: Fields): string {
  if (fields.length < 2) return fields.join('')
  return say('ui-and', { most: fields.slice(0, -1).join(', '), last: String(fields.at(-1)) })
}
