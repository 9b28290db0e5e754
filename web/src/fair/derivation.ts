// Derivation of a throw from the server's key and the links of the players' devices.

import { type Bytes, digest, keyed, NOTHING, number } from './hashing'

const FACES = 6

type Maybe = Bytes | null

/** The header binds game id, table (options and names), the server's root and each seat's anchor; bots have none. */
export const header = (game: Bytes, table: Bytes, root: Bytes, anchors: readonly Maybe[]): Bytes =>
  digest('header', game, table, root, ...anchors.map((anchor) => anchor ?? NOTHING))

/** The players' input to a throw: the link of each seat with an anchor, in order, null if the device was absent. */
export const mix = (bound: Bytes, place: number, links: readonly Maybe[]): Bytes =>
  digest('mix', bound, number(place), ...links.map((link) => link ?? NOTHING))

/** Dice by rejection sampling: bytes below 252 count, modulo six. */
export function dice(key: Bytes, mixed: Bytes, wanted: number): number[] {
  const fallen: number[] = []
  for (const value of below(key, mixed, FACES)) {
    if (fallen.length === wanted) break
    fallen.push(value + 1)
  }
  return fallen
}

/** A number below `among`, by the same rejection sampling. */
export const lot = (key: Bytes, mixed: Bytes, among: number): number => below(key, mixed, among).next().value

function* below(key: Bytes, mixed: Bytes, limit: number): Generator<number, never> {
  const fair = 256 - (256 % limit)
  for (let block = 0; ; block++) for (const byte of keyed(key, 'dice', mixed, number(block))) if (byte < fair) yield byte % limit
}
