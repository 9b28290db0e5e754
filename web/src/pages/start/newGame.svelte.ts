/** Makes tables: what is asked of the server, and the state of a button that asks. */

import { type Failure, newId, post } from '../../lib/api'
import type { GameInfo, Made, NewTable } from '../../lib/messages'
import { go } from '../../lib/router.svelte'
import { settings } from '../../lib/settings.svelte'
import { say } from '../../lib/words.svelte'
import { asFailure } from '../common/resource.svelte'
import { QUICK } from '../new/form'

/** The player's name; a game against bots needs none. */
export const ownName = (): string => settings.name.trim() || say('web-guest')

/** A quick match that starts at once, against as many bots as the game usually has opponents. */
export function gameAgainstBots(info: GameInfo): NewTable {
  const bots = Array.from({ length: info.usual - 1 }, () => 'casual')
  return { id: newId(), game: info.game, name: ownName(), options: QUICK[info.game], bots, start: true }
}

/** Makes a table and goes there. `busy` and `failure` are for the form that asks. */
export class TableMaker {
  busy = $state(false)
  failure: Failure | null = $state.raw(null)

  /** `wish` has an idempotency key: sent again, it gets the same table. */
  async make(wish: () => NewTable | Promise<NewTable>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.failure = null
    try {
      const { code } = await post<Made>('/tables', await wish())
      go(`/t/${code}`)
    } catch (caught) {
      this.failure = asFailure(caught)
    } finally {
      this.busy = false
    }
  }
}
