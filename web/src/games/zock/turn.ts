import type { ZockShown } from '../../lib/messages'
import { coversIn, lit, settled, tap, toggle, type Fields, type Tapped } from './covers'

/**
 * What the viewer can do: `throw`, choose one of the possible covers, choose `freely` where the players
 * are the referees, take the dice `over` or object, `accept` the end or object, or just watch.
 */
export type Turn = 'watch' | 'throw' | 'cover' | 'freely' | 'over' | 'accept'

export function turnOf({ pending, view }: ZockShown, you: number | null): Turn {
  if (you === null || pending.seat !== you) return 'watch'
  if (pending.kind === 'throw') return 'throw'
  if (pending.kind !== 'decision') return 'watch'
  if (view.phase === 'object') return 'over'
  if (view.phase === 'accept') return 'accept'
  return view.options.referee === 'players' ? 'freely' : 'cover'
}

/** Identifies a decision, so that a selection does not carry over to the next. */
export function decisionOf({ view }: ZockShown): string {
  return JSON.stringify([view.games.length, view.open, view.dice])
}

/** The fields that can be tapped. */
export function litIn(game: ZockShown, you: number | null, chosen: Fields): Set<number> {
  const turn = turnOf(game, you)
  if (turn === 'freely') return new Set(game.view.open[game.view.seat])
  return turn === 'cover' ? lit(coversIn(game.pending.moves), chosen) : new Set()
}

/** What a tap on a flap does. */
export function tapped(game: ZockShown, you: number | null, chosen: Fields, field: number): Tapped {
  if (turnOf(game, you) === 'freely') return { chosen: freely(chosen, field), cover: null }
  return tap(coversIn(game.pending.moves), chosen, field)
}

/** What the key of a field does. */
export function toggled(game: ZockShown, you: number | null, chosen: Fields, field: number): Fields {
  if (turnOf(game, you) !== 'freely') return toggle(coversIn(game.pending.moves), chosen, field)
  return game.view.open[game.view.seat]!.includes(field) ? freely(chosen, field) : chosen
}

/** The cover that the chosen fields make; none while they make none. */
export function coverOf(game: ZockShown, you: number | null, chosen: Fields): Fields | null {
  if (turnOf(game, you) === 'freely') return chosen.length ? chosen : null
  return settled(coversIn(game.pending.moves), chosen)
}

function freely(chosen: Fields, field: number): Fields {
  if (chosen.includes(field)) return chosen.filter((other) => other !== field)
  return [...chosen, field].sort((one, other) => one - other)
}
