/** From a wish to a table. */

import { newId, post } from '../../lib/api'
import type { GameInfo, Made, NewTable } from '../../lib/messages'
import { settings } from '../../lib/settings.svelte'
import { say } from '../../lib/words.svelte'

/** The name of whoever plays here. Nobody has to have one to play against bots. */
export const ownName = (): string => settings.name.trim() || say('web-guest')

/** A game that begins at once, against as many bots as the game usually has opponents. */
export function gameAgainstBots(info: GameInfo): NewTable {
  const bots = Array.from({ length: info.usual - 1 }, () => 'casual')
  return { id: newId(), game: info.game, name: ownName(), bots, start: true }
}

/** Makes the table. The same wish sent again gets the same table. */
export const makeTable = (wish: NewTable): Promise<Made> => post<Made>('/tables', wish)
