/** The beats of ZOCK: the cup is shaken, two dice fly and lie, then what they allow; a flap falls, then what it ends. */

import type { Step, ZockShown } from '../../lib/messages'
import { FLY_MS, LAND_MS } from '../../parts/tumble'
import type { Beat } from '../contract'
import { playedIn } from '../events'

const SHAKE_MS = 350
const LOOK_MS = 250
const FLAP_MS = 350
const READ_MS = 700
const ROLL_OFF_MS = 1000
const GAME_OVER_MS = 2400

export function beats(step: Step, before: ZockShown | null): Beat<ZockShown>[] {
  const event = playedIn(step)
  const after = step.game?.game === 'zock' ? step.game : null
  if (!event || !after) return []
  const known = before ?? after
  const ended = after.view.games.length > known.view.games.length
  switch (event.e) {
    case 'throw':
    case 'roll_off':
      return thrown(event.e === 'throw' ? [event.seat] : [0, 1], [event.dice].flat(2), known, after, ended)
    case 'cover': {
      const covered = { ...waiting(known), view: { ...known.view, open: after.view.open } }
      const rest: Beat<ZockShown> = { kind: 'read', ms: ended ? GAME_OVER_MS : 0, game: after }
      return [{ kind: 'flap', ms: FLAP_MS, game: covered, sounds: ['flap'] }, rest]
    }
    default:
      return [{ kind: 'read', ms: ended ? GAME_OVER_MS : READ_MS, game: after }]
  }
}

/** A throw, or both throws of a roll-off: four dice then lie in the box, two of each seat. */
function thrown(cups: number[], dice: number[], before: ZockShown, after: ZockShown, ended: boolean): Beat<ZockShown>[] {
  const rollOff = cups.length === 2
  const inTheAir = { ...waiting(before), view: { ...before.view, dice: dice.map(() => 0) } }
  const fallen = { ...inTheAir, view: { ...before.view, dice } }
  const useless = after.view.phase === 'throw'
  const rest = ended ? GAME_OVER_MS : useless && !rollOff ? READ_MS : 0
  return [
    { kind: 'shake', cups, ms: SHAKE_MS, game: before, sounds: ['rattle'] },
    { kind: 'fly', cups, ms: FLY_MS, game: inTheAir, sounds: ['dice'] },
    { kind: 'lie', cups, ms: LAND_MS + (rollOff ? ROLL_OFF_MS : LOOK_MS), game: fallen },
    { kind: 'read', ms: rest, game: after },
  ]
}

/** The same position, with nothing to decide. */
function waiting(game: ZockShown): ZockShown {
  return { ...game, pending: { kind: 'dice', seat: game.pending.seat, moves: [] } }
}
