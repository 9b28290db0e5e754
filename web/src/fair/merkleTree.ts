// Merkle tree over the server's throw keys; its root is the commitment, published before the first throw.

import type { Work } from './timeSlices'
import { type Bytes, digest, keyed, number, same } from './hashing'

/** Leaves per tree; a game that needs more throws gets another root. */
export const THROWS = 4096
/** A new root may come only when at most so many keys are left: free choice of roots would be a choice of dice. */
export const SPARE = 64

const SLICE = 64

export const keyOf = (secret: Bytes, game: Bytes, throws: number): Bytes => keyed(secret, 'key', game, number(throws))

/** The root of the keys of a secret. */
export function* rootOf(secret: Bytes, game: Bytes): Work<Bytes> {
  let level: Bytes[] = []
  for (let place = 0; place < THROWS; place++) {
    level.push(leaf(place, keyOf(secret, game, place)))
    if (place % SLICE === 0) yield
  }
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, place) => digest('node', level[2 * place]!, level[2 * place + 1]!))
    yield
  }
  return level[0]!
}

/** Whether a Merkle path leads from the key of a throw to the root. */
export function isMerklePath(root: Bytes, place: number, key: Bytes, path: readonly Bytes[]): boolean {
  if (place < 0 || place >= THROWS || 2 ** path.length !== THROWS) return false
  let at = leaf(place, key)
  path.forEach((beside, height) => {
    at = (place >> height) & 1 ? digest('node', beside, at) : digest('node', at, beside)
  })
  return same(at, root)
}

const leaf = (place: number, key: Bytes): Bytes => digest('leaf', number(place), key)
