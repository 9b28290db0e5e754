import type { ZocknrollShown } from '../../lib/messages'
import type { GameParts } from '../contract'
import Board from './Board.svelte'
import Opponent from './Opponent.svelte'
import Own from './Own.svelte'
import { sounds } from './showdown'
import { lasts } from './timing'

export const parts: GameParts<ZocknrollShown> = {
  Opponent,
  Board,
  Own,
  lasts,
  sounds,
  keys: [
    ['1', 'ui-stay'],
    ['2–9', 'web-zocknroll-key-rows'],
  ],
}
