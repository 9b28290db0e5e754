import type { SchockenShown } from '../../lib/messages'
import type { GameParts } from '../contract'
import Furniture from './Furniture.svelte'
import Opponent from './Opponent.svelte'
import Own from './Own.svelte'
import { heard, lasts } from './reveal'

export const parts: GameParts<SchockenShown> = {
  Opponent,
  Furniture,
  Own,
  lasts,
  heard,
  keys: [
    ['1–3', 'web-schocken-key-keep'],
    ['Space', 'web-schocken-key-throw'],
    ['S', 'web-schocken-key-stand'],
    ['F', 'web-schocken-key-flip'],
  ],
}
