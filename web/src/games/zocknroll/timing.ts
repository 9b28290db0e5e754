/** Durations of entries, in milliseconds at the usual speed. */

import { TUMBLE_MS } from '../../parts/tumble'
import type { Step } from '../contract'
import { playedIn, wantedIn } from '../events'
import { LIFT_MS, suspense } from './showdown'

const SHAKE_MS = 800
const PEN_MS = 600
const PAUSE_MS = 500

export function lasts(step: Step): number {
  if (wantedIn(step)?.e === 'cups') return SHAKE_MS
  switch (playedIn(step)?.e) {
    case 'white': {
      const open = step.game?.game === 'zocknroll' ? suspense(step, step.game) : 0
      return open ? open + 2 * PAUSE_MS : TUMBLE_MS + PAUSE_MS
    }
    case 'drop':
      return LIFT_MS + PEN_MS
    case 'mark':
      return PEN_MS + PAUSE_MS
    case undefined:
      return 0
    default:
      return PAUSE_MS
  }
}
