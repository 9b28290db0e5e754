import type { ZocknrollShown } from '../../lib/messages'
import type { GameParts } from '../contract'
import Furniture from './Furniture.svelte'
import Opponent from './Opponent.svelte'
import Own from './Own.svelte'
import { heard } from './showdown'
import { lasts } from './timing'

export const parts: GameParts<ZocknrollShown> = {
  Opponent,
  Furniture,
  Own,
  lasts,
  heard,
  keys: [
    ['1', 'ui-stay'],
    ['2–9', 'web-zocknroll-key-rows'],
  ],
}
