import type { AnyGame, Beat, GameName, GameParts, Step } from './contract'

/** The parts of each game, loaded when a table or a replay needs them. */
const GAMES: { [Name in GameName]: () => Promise<{ parts: GameParts<Extract<AnyGame, { game: Name }>> }> } = {
  zocknroll: () => import('./zocknroll'),
  zock: () => import('./zock'),
  schocken: () => import('./schocken'),
}

/** A component takes its own game only. The table pairs them by name at run time, so the cast is safe. */
export async function partsOf(game: GameName): Promise<GameParts> {
  const { parts } = await GAMES[game]()
  return parts as unknown as GameParts
}

/** The beats of a log entry. */
export function beatsOf(parts: GameParts | null, step: Step, before: AnyGame | null, you: number | null): Beat[] {
  return parts && step.game ? parts.beats(step, before, you) : []
}
