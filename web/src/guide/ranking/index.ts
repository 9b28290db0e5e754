/** The ranking with its messages, loaded on demand. */

import { learn } from '../../lib/words.svelte'
import Ranking from './Ranking.svelte'

export async function ranking(): Promise<typeof Ranking> {
  await learn('guide')
  return Ranking
}
