// How a throw comes from a key and from what the players' devices reveal.

import { type Bytes, digest, keyed, NOTHING, number } from './hashing'

const FACES = 6

type Maybe = Bytes | null

/** What binds a game: its name, the table (options and names), the server's root, each seat's anchor; bots have none. */
export const header = (game: Bytes, table: Bytes, root: Bytes, anchors: readonly Maybe[]): Bytes =>
  digest('header', game, table, root, ...anchors.map((anchor) => anchor ?? NOTHING))

/** What the players bring to a throw: the link of each seat that has an anchor, in order, null for who is absent. */
export const mix = (bound: Bytes, place: number, links: readonly Maybe[]): Bytes =>
  digest('mix', bound, number(place), ...links.map((link) => link ?? NOTHING))

/** So many dice: bytes below 252 count, each one's remainder by six is a face. */
export function dice(key: Bytes, mixed: Bytes, wanted: number): number[] {
  const fallen: number[] = []
  for (const value of below(key, mixed, FACES)) {
    if (fallen.length === wanted) break
    fallen.push(value + 1)
  }
  return fallen
}

/** A number below `among`, by the same bytes: those that would favour anybody are skipped. */
export const lot = (key: Bytes, mixed: Bytes, among: number): number => below(key, mixed, among).next().value

function* below(key: Bytes, mixed: Bytes, limit: number): Generator<number, never> {
  const fair = 256 - (256 % limit)
  for (let block = 0; ; block++) for (const byte of keyed(key, 'dice', mixed, number(block))) if (byte < fair) yield byte % limit
}
