// The commitments (anchors of hash chains) of the devices, and the links they revealed.

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

  /** Those of a running game. */
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

  /** Anchors by seat, as in the header. */
  get anchors(): (Bytes | null)[] {
    return this.#held.map((commitment) => commitment && unhex(commitment.anchor))
  }

  /** The anchor of a seat from the next want on. */
  expected(seat: number): string | null {
    const coming = this.#coming.findLast((change) => change.seat === seat)
    return coming ? coming.anchor : (this.#held[seat]?.anchor ?? null)
  }

  /** A seat changes its device, or has none any more: from the next want on. */
  change(seat: number, anchor: string | null, wants: number, open: boolean): void {
    if (open) this.#coming.push({ seat, anchor })
    else this.#held[seat] = anchor === null ? null : { anchor, since: wants, link: anchor, at: wants - 1 }
  }

  /** Checks the links of a want: null if all belong to their chains, else the first seat that does not, or `count`. */
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

  /** The want is over: changes made during it take effect. */
  settle(wants: number): void {
    const changes = this.#coming
    this.#coming = []
    for (const { seat, anchor } of changes) this.change(seat, anchor, wants, false)
  }

  /** A new root voids all commitments. */
  clear(): void {
    this.#held = this.#held.map(() => null)
    this.#coming = []
  }
}
