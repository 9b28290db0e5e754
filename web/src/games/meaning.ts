import type { Choice } from '../lib/messages'
import { tell } from '../lib/words.svelte'

/** What a choice brings, if that has arrived; a line never breaks before a dot or a per cent sign. */
export function meaningOf(choice: Choice | undefined): string {
  return choice?.meaning ? tell(choice.meaning).replace(/ (?=[·%])/g, '\u00a0') : ''
}
