/** The coach at a table: loaded once the table stands, and only where help is allowed. */

import type { Sitting } from '../../lib/sitting.svelte'
import { learn } from '../../lib/words.svelte'
import { Coaching } from './coaching.svelte'
import Corner from './Corner.svelte'
import Panel from './Panel.svelte'

export interface Coach {
  coaching: Coaching
  Corner: typeof Corner
  Panel: typeof Panel
}

export async function coachOf(sitting: Sitting): Promise<Coach> {
  await learn('coach')
  return { coaching: new Coaching(sitting), Corner, Panel }
}
