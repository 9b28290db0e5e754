/** The coach at a table, loaded after the table and only where help is allowed. */

import type { TableSession } from '../../lib/tableSession.svelte'
import { learn } from '../../lib/words.svelte'
import { Coaching } from './coaching.svelte'
import CoachButton from './CoachButton.svelte'
import Panel from './Panel.svelte'

export interface Coach {
  coaching: Coaching
  CoachButton: typeof CoachButton
  Panel: typeof Panel
}

export async function coachOf(session: TableSession): Promise<Coach> {
  await learn('coach')
  return { coaching: new Coaching(session), CoachButton, Panel }
}
