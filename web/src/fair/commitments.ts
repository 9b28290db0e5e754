// What the devices of the seats have promised, and whether they keep to it.

import { follows } from './hashChain'
import type { FairShown } from '../lib/messages'
import { type Bytes, unhex } from './hashing'

/** A chain that counts since a want; `link` is what was revealed of it last, for want `at`. */
export interface Commitment {
  anchor: string
  since: number
  link: string
  at: number
}

export class Commitments {
  readonly absent: number[]
  #held: (Commitment | null)[]
  /** What changes after the want that is open. */
  #coming: { seat: number; anchor: string | null }[] = []

  constructor(seats: number, absent: readonly number[] = []) {
    this.#held = Array.from({ length: seats }, () => null)
    this.absent = Array.from({ length: seats }, (_, seat) => absent[seat] ?? 0)
  }

  /** Those of a game that runs already. */
  static of({ anchors, known, coming, absent }: FairShown): Commitments {
    const commitments = new Commitments(anchors.length, absent)
    commitments.#held = anchors.map((commitment, seat) => {
      if (!commitment) return null
      const last = known[seat] ?? { link: commitment.anchor, want: commitment.since - 1 }
      return { ...commitment, link: last.link, at: last.want }
    })
    commitments.#coming = [...coming]
    return commitments
  }

  get seats(): number {
    return this.#held.length
  }

  of(seat: number): Commitment | null {
    return this.#held[seat] ?? null
  }

  /** Anchors by seats, as the header of a throw has them. */
  get anchors(): (Bytes | null)[] {
    return this.#held.map((commitment) => commitment && unhex(commitment.anchor))
  }

  /** The anchors with which seats will take part from the next want on. */
  expected(seat: number): string | null {
    const coming = this.#coming.findLast((change) => change.seat === seat)
    return coming ? coming.anchor : (this.#held[seat]?.anchor ?? null)
  }

  /** Another device takes part for a seat, or none any more: from the next want on, also where one is open now. */
  change(seat: number, anchor: string | null, wants: number, open: boolean): void {
    if (open) this.#coming.push({ seat, anchor })
    else this.#held[seat] = anchor === null ? null : { anchor, since: wants, link: anchor, at: wants - 1 }
  }

  /** Takes what was revealed for a want: null if it is what was promised, else the seat where it is not, or `count`. */
  reveal(want: number, links: readonly (string | null)[]): number | 'count' | null {
    const seats = [...this.#held.keys()].filter((seat) => this.#held[seat])
    if (seats.length !== links.length) return 'count'
    for (const [index, seat] of seats.entries()) {
      const [commitment, link] = [this.#held[seat]!, links[index]]
      if (!link) this.absent[seat]! += 1
      else if (!follows(unhex(link), unhex(commitment.link), want - commitment.at)) return seat
      else this.#held[seat] = { ...commitment, link, at: want }
    }
    return null
  }

  /** The want is over; what was promised during it counts now. */
  settle(wants: number): void {
    const changes = this.#coming
    this.#coming = []
    for (const { seat, anchor } of changes) this.change(seat, anchor, wants, false)
  }

  /** Another root: everything that was promised is void. */
  clear(): void {
    this.#held = this.#held.map(() => null)
    this.#coming = []
  }
}
