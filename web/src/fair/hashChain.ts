// Hash chain of a player's device: link 0, the anchor, is the commitment; each link is the hash of the next.

import type { Work } from './timeSlices'
import { type Bytes, digest, same } from './hashing'
import { THROWS } from './merkleTree'

const SLICE = 128

/** All links of a device's secret; link 0 is the anchor, which is published. */
export class Chain {
  private constructor(private readonly links: readonly Bytes[]) {}

  static *of(secret: Bytes): Work<Chain> {
    const links = [digest('chain end', secret)]
    for (let place = 0; place < THROWS; place++) {
      links.push(digest('chain', links[place]!))
      if (place % SLICE === 0) yield
    }
    return new Chain(links.reverse())
  }

  get anchor(): Bytes {
    return this.link(0)
  }

  link(place: number): Bytes {
    const link = this.links[place]
    if (link === undefined) throw new RangeError(`a chain has no link ${place}`)
    return link
  }
}

/** Whether a link leads to a known one by so many hashes. */
export function follows(link: Bytes, known: Bytes, steps = 1): boolean {
  let at = link
  for (let step = 0; step < steps; step++) at = digest('chain', at)
  return same(at, known)
}
