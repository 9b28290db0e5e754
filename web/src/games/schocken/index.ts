import type { SchockenShown } from '../../lib/messages'
import type { GameParts } from '../contract'
import Board from './Board.svelte'
import Opponent from './Opponent.svelte'
import Own from './Own.svelte'
import { beats, takesPart } from './stage'

export const parts: GameParts<SchockenShown> = {
  Opponent,
  Board,
  Own,
  beats,
  takesPart,
  seatsOnBoard: true,
  keys: [
    ['1–3', 'web-schocken-key-keep'],
    ['Space', 'web-schocken-key-throw'],
    ['S', 'web-schocken-key-stand'],
    ['F', 'web-schocken-key-flip'],
  ],
}
