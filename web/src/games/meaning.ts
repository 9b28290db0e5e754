import type { Choice } from '../lib/messages'
import { tell } from '../lib/words.svelte'

/** What a choice brings, if that has arrived. */
export function meaningOf(choice: Choice | undefined): string {
  return choice?.meaning ? tell(choice.meaning) : ''
}
