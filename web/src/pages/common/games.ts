/** The games and their options, as the server lists them; loaded once. */

import { get } from '../../lib/api'
import type { GameInfo } from '../../lib/messages'

export type GameName = GameInfo['game']

export const GAMES: readonly GameName[] = ['zocknroll', 'zock', 'schocken']

export const isGame = (name: string): name is GameName => (GAMES as readonly string[]).includes(name)

let asked: Promise<GameInfo[]> | null = null

export async function infoOf(game: GameName): Promise<GameInfo> {
  asked ??= get<GameInfo[]>('/games')
  try {
    const found = (await asked).find((info) => info.game === game)
    if (found) return found
  } catch (failure) {
    asked = null // the next call tries again
    throw failure
  }
  throw new Error(`the server does not know ${game}`)
}
