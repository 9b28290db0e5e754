// The server's half: a key for every throw, and one root that commits to all of them before the first.

import type { Work } from './timeSlices'
import { type Bytes, digest, keyed, number, same } from './hashing'

/** Throws under one root; a game that needs more begins another one. */
export const THROWS = 4096
/** With as many keys left no other root may begin: whoever chooses another one at will chooses dice. */
export const SPARE = 64

const SLICE = 64

export const keyOf = (secret: Bytes, game: Bytes, throws: number): Bytes => keyed(secret, 'key', game, number(throws))

/** The root of all keys that a secret gives. */
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

/** Whether a key is the one of that throw under a root, by the hashes beside its way up. */
export function isMerklePath(root: Bytes, place: number, key: Bytes, path: readonly Bytes[]): boolean {
  if (place < 0 || place >= THROWS || 2 ** path.length !== THROWS) return false
  let at = leaf(place, key)
  path.forEach((beside, height) => {
    at = (place >> height) & 1 ? digest('node', beside, at) : digest('node', at, beside)
  })
  return same(at, root)
}

const leaf = (place: number, key: Bytes): Bytes => digest('leaf', number(place), key)
