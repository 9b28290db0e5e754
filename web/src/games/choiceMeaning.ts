import type { Choice } from '../lib/messages'
import { tell } from '../lib/words.svelte'

/** The meaning of a choice, once it has arrived. */
export function meaningOf(choice: Choice | undefined): string {
  return choice?.meaning ? tell(choice.meaning) : ''
}
