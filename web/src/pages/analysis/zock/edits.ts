/** Changes to a position of ZOCK. Unambiguous consequences of a change are applied, too. */

import type { ZockState } from '../../../lib/messages'

/** Opens a covered field, or covers an open one. */
export function turned(view: ZockState, seat: number, field: number): ZockState {
  const open = view.open.map((fields, owner) => {
    if (owner !== seat) return fields
    return fields.includes(field) ? fields.filter((other) => other !== field) : [...fields, field].sort()
  }) as ZockState['open']
  return due({ ...view, open })
}

/** A throw that lies in the box and has to be covered. */
export const thrown = (view: ZockState, dice: readonly number[]): ZockState =>
  due({ ...view, phase: 'cover', dice: [...dice].sort() })

/** Whose turn it is. */
export const turnOf = (view: ZockState, seat: number): ZockState => due({ ...view, seat })

/** Whether the dice are still in the hand, or lie in the box. */
export function phased(view: ZockState, phase: 'throw' | 'cover'): ZockState {
  return due({ ...view, phase, dice: view.dice.length ? view.dice : [1, 2] })
}

/** Another game that has been played, or one less. */
export const noted = (view: ZockState, games: ZockState['games']): ZockState => ({ ...view, games })

/** Dice that are about to be thrown lie as the last throw left them. */
function due(view: ZockState): ZockState {
  return view.phase === 'throw' ? { ...view, dice: lastThrow(view) } : view
}

/** A throw that has covered one of the fields that are covered: its number, or a ten for the one (K6). */
function lastThrow({ open, seat, options }: ZockState): number[] {
  const mover = options.variant === 'A' && open[seat]!.length < 9 ? seat : 1 - seat // in A the covering player throws again (K5)
  const covered = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((field) => !open[mover]!.includes(field))
  if (covered === undefined) return []
  const sum = covered === 1 ? 10 : covered
  return [Math.floor(sum / 2), Math.ceil(sum / 2)]
}
