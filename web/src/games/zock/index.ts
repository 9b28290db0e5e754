import type { ZockShown } from '../../lib/messages'
import type { GameParts } from '../contract'
import Board from './Board.svelte'
import Opponent from './Opponent.svelte'
import Own from './Own.svelte'
import { beats } from './stage'

export const parts: GameParts<ZockShown> = {
  Opponent,
  Board,
  Own,
  beats,
  keys: [
    ['1–9', 'web-zock-key-fields'],
    ['Enter', 'web-zock-key-cover'],
    ['Space', 'web-zock-key-throw'],
    ['0', 'web-zock-key-pass'],
    ['O', 'web-zock-key-object'],
  ],
}
