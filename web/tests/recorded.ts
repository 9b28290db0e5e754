/** Whole games as a client received them; tools/recorded_steps.py writes them. */

import type { SchockenShown, Step } from '../src/lib/messages'
import schockenGames from './recorded/schocken.json'

interface Recorded {
  start: unknown
  steps: { e: unknown; changes: unknown }[]
}

export interface RecordedStep<Game> {
  step: Step
  before: Game
  after: Game
}

export const SCHOCKEN = schockenGames.map((game) => stepsOf<SchockenShown>(game))

function stepsOf<Game>({ start, steps }: Recorded): RecordedStep<Game>[] {
  let now = start
  return steps.map(({ e, changes }, v) => {
    const before = now
    now = merged(now, changes)
    return { step: { v, at: 0, e, game: now } as Step, before: before as Game, after: now as Game }
  })
}

/** JSON Merge Patch (RFC 7396), where nothing is removed. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isPlain(patch) || !isPlain(target)) return patch
  const parts = Object.entries(patch).map(([key, value]) => [key, merged(target[key], value)])
  return { ...target, ...Object.fromEntries(parts) }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('key' in value)
}
