// This device's part in the dice: it commits to a hash chain and reveals one link per want. Only the
// reveal waits, where `holds` says so, for the hand of a player who throws.

import type { Answer } from '../lib/unanswered'
import { Chain } from './hashChain'
import { runInSlices } from './timeSlices'
import { hex } from './hashing'
import { endOf, type Kept, type Secrets } from './secrets'
import type { LiveVerifier } from './liveVerifier'

export type Said =
  | { c: 'anchor'; anchor: string }
  | { c: 'reveal'; section: number; want: number; link: string }
  | { c: 'protest'; section: number; want: number }

/** After this time an unanswered reveal counts as given. */
const SURELY_HEARD = 1000

export class Device {
  #watch: LiveVerifier | null = null
  #seat: number | null = null
  /** Whether to send an anchor if the one in the log is not this device's. */
  #due = false
  #chain: { id: string; chain: Chain } | null = null
  #making = ''
  #revealed = { id: '', at: 0, ok: false }
  /** The version of the own anchor in the log, as the server acknowledged it. */
  #anchoredAt: { v: number; anchor: string } | null = null

  constructor(
    private readonly say: (command: Said) => Promise<Answer>,
    private readonly secrets: Secrets,
    /** Whether the link of a want is held back for now; `release` is called when it may be revealed. */
    private readonly holds: (want: string, release: () => void) => boolean = () => false,
  ) {}

  /** The game starts, or the device joins or reconnects: send the anchor, and answer an open want. */
  arrive(watch: LiveVerifier | null, seat: number | null): void {
    this.#due = true
    this.#revealed.id = ''
    this.#anchoredAt = null
    this.#follow(watch, seat)
  }

  /** After each entry. `absent`: the log calls the own seat absent at the last want. */
  follow(watch: LiveVerifier | null, seat: number | null, absent: boolean): void {
    if (seat !== this.#seat) this.#due = true
    if (absent && watch && seat !== null) this.#missed(watch, seat)
    this.#follow(watch, seat)
  }

  /** The anchor of the chain that this device uses now. */
  get anchor(): string | null {
    return this.#chain && hex(this.#chain.chain.anchor)
  }

  /** Whether the server acknowledged the own anchor but left it out of the log by version `v`. */
  dropped(v: number, entries: ReadonlySet<string>): boolean {
    return this.#anchoredAt !== null && v >= this.#anchoredAt.v && !entries.has(this.#anchoredAt.anchor)
  }

  #follow(watch: LiveVerifier | null, seat: number | null): void {
    this.#watch = watch
    this.#seat = seat
    if (!watch || seat === null || watch.disclosed) return
    const kept = this.secrets.of(watch.game, watch.section)
    const chain = this.#made(watch.game, kept)
    if (!chain) return
    const anchor = hex(chain.anchor)
    const commitment = watch.commitments.of(seat)
    if (commitment?.anchor === anchor && kept.since === null) this.secrets.put(watch.game, { ...kept, since: commitment.since })
    if (watch.commitments.expected(seat) !== anchor) this.#promise(watch, kept, anchor)
    else if (commitment?.anchor === anchor && commitment.since !== (kept.since ?? commitment.since))
      this.#promiseAnew(watch, kept)
    else if (commitment?.anchor === anchor && watch.from > lastWant(kept, commitment.since) + 1) this.#promiseAnew(watch, kept)
    else if (commitment?.anchor === anchor && watch.open) this.#reveal(watch, kept, chain, commitment.since)
  }

  #promise(watch: LiveVerifier, kept: Kept, anchor: string): void {
    if (!this.#due) return
    if (kept.since !== null) return this.#promiseAnew(watch, kept) // another device has replaced the chain, whose links are known
    this.#due = false
    void this.say({ c: 'anchor', anchor }).then((answer) => {
      if (this.#watch !== watch) return
      if (answer.m === 'ok') this.#anchoredAt = { v: answer.v, anchor }
      else this.#due = true // with the next entry, if it is still missing
    })
  }

  #promiseAnew(watch: LiveVerifier, kept: Kept): void {
    this.#due = true
    this.secrets.put(watch.game, { ...kept, chain: kept.chain + 1, since: null, revealed: null })
    this.#follow(watch, this.#seat)
  }

  /**
   * Reveals the link of a want, once: not for an earlier want, and not for the same want under another header. A link
   * discloses all links before it, so a chain is not used for wants that this device has not seen.
   */
  #reveal(watch: LiveVerifier, kept: Kept, chain: Chain, since: number): void {
    const { section, wants: want } = watch
    const id = `${watch.game} ${section} ${want}`
    if (this.#revealed.id === id) return
    const bound = hex(watch.bound)
    if (want < lastWant(kept, since) || (kept.revealed?.want === want && kept.revealed.bound !== bound)) return
    const again = kept.revealed?.want === want
    if (!again && this.holds(id, () => this.#follow(this.#watch, this.#seat))) return
    this.secrets.put(watch.game, { ...kept, since, revealed: { want, bound } })
    const revealed = { id, at: performance.now(), ok: false }
    this.#revealed = revealed
    void this.say({ c: 'reveal', section, want, link: hex(chain.link(want - since + 1)) }).then((answer) => {
      revealed.ok = answer.m === 'ok'
    })
  }

  /** The own seat was called absent: protest if this device had answered, else commit again. */
  #missed(watch: LiveVerifier, seat: number): void {
    const { section, wants } = watch
    const [want, { id, at, ok }] = [wants - 1, this.#revealed]
    if (id === `${watch.game} ${section} ${want}`) {
      if (ok || performance.now() - at > SURELY_HEARD) void this.say({ c: 'protest', section, want })
    } else if (!this.#chain || watch.commitments.of(seat)?.anchor !== hex(this.#chain.chain.anchor)) this.#due = true
  }

  /** The chain, if it is computed; otherwise it is computed in time slices, and the device follows the game again afterwards. */
  #made(game: string, kept: Kept): Chain | null {
    const id = `${game} ${kept.section} ${kept.chain}`
    if (this.#chain?.id === id) return this.#chain.chain
    if (this.#making !== id) {
      this.#making = id
      void runInSlices(Chain.of(endOf(kept))).then((chain) => {
        if (this.#making !== id) return
        this.#chain = { id, chain }
        this.#follow(this.#watch, this.#seat)
      })
    }
    return null
  }
}

/** The last want whose link was revealed, or the one before the chain. */
const lastWant = (kept: Kept, since: number): number => kept.revealed?.want ?? since - 1
