import type { ZocknrollShown } from '../../lib/messages'
import type { GameParts } from '../contract'
import Board from './Board.svelte'
import Opponent from './Opponent.svelte'
import Own from './Own.svelte'
import { beats, takesPart } from './stage'

export const parts: GameParts<ZocknrollShown> = {
  Opponent,
  Board,
  Own,
  beats,
  takesPart,
  keys: [
    ['␣', 'web-zocknroll-key-throw'],
    ['P', 'web-zocknroll-look'],
    ['1', 'ui-stay'],
    ['2–9', 'web-zocknroll-key-rows'],
  ],
}
