import type { GameName, GameParts } from './contract'

/** The parts of each game, loaded when a table or a replay needs them. */
const GAMES: Record<GameName, () => Promise<{ parts: GameParts<never> }>> = {
  zocknroll: () => import('./zocknroll'),
  zock: () => import('./zock'),
  schocken: () => import('./schocken'),
}

/** Components take their own game only; the table pairs them by its name, which no type can follow. */
export async function partsOf(game: GameName): Promise<GameParts> {
  const { parts } = await GAMES[game]()
  return parts as unknown as GameParts
}
