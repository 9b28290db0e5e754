/** The way from a table to a club, loaded when it is asked for. */

import type { TableSession } from '../lib/tableSession.svelte'
import { learn } from '../lib/words.svelte'

export async function rememberRound() {
  const [{ default: RememberRound }] = await Promise.all([import('../pages/club/RememberRound.svelte'), learn('evening')])
  return RememberRound
}

/** Whether this device sits at a table with others: then there is a round to remember. */
export const isRound = (session: TableSession): boolean =>
  session.you !== null && (session.shown.table?.seats.filter(({ kind }) => kind === 'person').length ?? 0) > 1
