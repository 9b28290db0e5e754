/** Drawings beside the steps of the rules in one minute, in the order of the steps. */

import type { GameName } from '../games/contract'

/** A thing on the drawn table. Cups are those of a seat; of `fields` the `covered` ones are closed. */
export type Piece =
  | { dice: readonly number[]; seat?: number }
  | { cup: 'down' | 'tilted' | 'lifted'; seat: number; dice?: readonly number[] }
  | { fields: readonly number[]; covered?: readonly number[] }
  | { mats: number }
  | { marks: number }
  | { sign: string }

const ARROW: Piece = { sign: '→' }
const OR: Piece = { sign: '/' }
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9]

export const PICTURES: Record<GameName, readonly (readonly Piece[])[]> = {
  zocknroll: [
    [
      { cup: 'tilted', seat: 0 },
      { dice: [2, 5], seat: 0 },
      { cup: 'down', seat: 1 },
      { cup: 'down', seat: 2 },
    ],
    [{ dice: [2, 5, 6] }, { sign: '+' }, { dice: [2, 5], seat: 0 }],
    [{ dice: [2, 5] }, { dice: [2, 5], seat: 0 }, ARROW, { marks: 1 }, { sign: '+3' }],
    [{ dice: [2, 5, 6, 6, 1] }, { cup: 'lifted', seat: 2, dice: [6, 3] }],
    [{ marks: 6 }, ARROW, { sign: '⚑' }],
  ],
  zock: [
    [{ fields: ALL, covered: [2, 3, 7] }],
    [{ dice: [3, 6] }, ARROW, { fields: [3, 6] }, OR, { fields: [9] }],
    [{ dice: [5, 5] }, ARROW, { fields: [1] }, { sign: '·' }, { dice: [6, 6] }, ARROW, { fields: [1, 2] }],
    [{ dice: [1, 1] }, ARROW, { fields: [1, 2, 3], covered: [2] }, { sign: '✗' }],
    [{ fields: [4, 8] }, { sign: '= 12' }],
  ],
  schocken: [
    [{ mats: 13 }],
    [{ dice: [1] }, { sign: '+' }, { cup: 'down', seat: 0 }],
    [
      { cup: 'lifted', seat: 0, dice: [4, 1, 1] },
      { cup: 'lifted', seat: 1, dice: [3, 5, 6] },
      { cup: 'lifted', seat: 2, dice: [1, 2, 4] },
    ],
    [{ dice: [1, 1, 4] }, { sign: '>' }, { dice: [3, 3, 3] }, { sign: '>' }, { dice: [6, 5, 4] }],
    [{ dice: [1, 1, 4] }, { mats: 4 }, ARROW, { dice: [4, 2, 1] }],
  ],
}
