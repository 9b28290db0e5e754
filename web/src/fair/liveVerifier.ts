// Verifies the dice of a running game from the entries of its log.

import type { AnyGame } from '../games/contract'
import type { FairShown, GameEvent, Proof, RedactedCommitment, Step, TableShown } from '../lib/messages'
import { type Bytes, hex, maybe, text, unhex } from './hashing'
import { isMerklePath, SPARE, THROWS } from './merkleTree'
import { Commitments } from './commitments'
import { sameJson } from './json'
import { sameTable } from './tableText'
import { fell, hidden, isAsked, sameDice, samePlace, type Throw, throwsIn } from './throwEvents'
import { dice, header, lot, mix } from './derivation'
import { lying } from './visibleDice'
import { fingerprint, wantKey } from './witness'
import type { Failing } from './failureKinds'

/** The first failed check. Throws are counted from 1. */
export interface Failure {
  why: Failing
  throw: number | null
  seat: number | null
}

/** A throw whose want this page has seen: the players' input, and the key once it is disclosed. */
export interface Seen {
  /** Its number in the game. */
  number: number
  throw: number
  root: string
  mixed: Bytes
  thrown: Throw
  /** What follows from the key: dice, or the seat that was drawn. */
  fell: readonly number[] | null
  key: string | null
}

/** One entry of the log, with its proofs and the game after it. */
export interface LoggedEntry {
  e: Step['e']
  proofs?: readonly Proof[]
  game?: AnyGame
}

const REMEMBERED = 12

export class LiveVerifier {
  game = ''
  section = 0
  root = ''
  wants = 0
  throws = 0
  open = false
  /** The first want under this root from which on all were seen. */
  from = 0
  verified = 0
  /** Throws before the page was opened, and cups that were never lifted: they are verified from the record. */
  later = 0
  failure: Failure | null = null
  /** The last throws, the newest first. */
  last: Seen[] = []
  /** Throws whose dice are hidden from this page. */
  covered: Seen[] = []
  protests: number[] = []
  disclosed: readonly string[] | null = null
  /** The published roots by section; null for those before the page was opened. */
  readonly roots: (string | null)[] = []
  /** Fingerprints of the wants that this page has seen, to compare them with the record. */
  witnessed = new Map<string, string>()
  /** The event that dice are wanted for; null for a lot, undefined if this page has not seen it. */
  #asked: GameEvent | null | undefined
  #table = ''
  #number = 0

  private constructor(readonly commitments: Commitments) {}

  /** A game begins. */
  static begin(bond: RedactedCommitment, table: TableShown | undefined): LiveVerifier {
    const watch = new LiveVerifier(new Commitments(table?.seats.length ?? 0))
    watch.game = bond.game
    watch.#table = bond.table
    watch.#found(bond.root)
    if (table)
      watch.#compare(
        table.game,
        table.options,
        table.seats.map(({ name }) => name),
      )
    return watch
  }

  /** A game that is already running. `before` is the verifier of this page before a gap in the log. */
  static join(fair: FairShown, table: TableShown, before: LiveVerifier | null = null): LiveVerifier {
    const watch = new LiveVerifier(Commitments.of(fair))
    const { game, section, wants, throws, want } = fair
    Object.assign(watch, {
      game,
      section,
      wants,
      throws,
      from: wants,
      later: throws,
      open: want !== null,
      protests: [...fair.protests],
    })
    watch.#number = throws
    watch.#table = fair.table
    watch.#found(fair.root)
    if (table.phase === 'playing') watch.#compare(table.game, table.options) // after the end, another game may be chosen
    if (before?.game === game) watch.#goOn(before)
    return watch
  }

  /** After a gap: entries may be missing, but nothing that was seen may be taken back. */
  #goOn(before: LiveVerifier): void {
    this.verified = before.verified
    this.later = Math.max(0, this.later - before.verified)
    this.witnessed = before.witnessed
    const root = before.roots[this.section]
    if (root && root !== this.root) this.fail('root')
    for (const [section, known] of before.roots.entries()) this.roots[section] ??= known ?? null
    if (this.section !== before.section) return this.section < before.section ? this.fail('past') : undefined
    const standing = this.throws === before.throws && this.wants === before.wants
    if (this.throws < before.throws || this.wants < before.wants) this.fail('past')
    if (!standing) return
    if (before.open && (!this.open || !sameJson(this.anchors, before.anchors))) this.fail('past')
    if (before.open) this.#asked = before.#asked
    const { from, covered, last, later } = before
    Object.assign(this, { from, covered, last, later })
    this.#number = before.#number
  }

  /** The anchors that the next dice are bound to, by seats. */
  get anchors(): (string | null)[] {
    return this.commitments.anchors.map((anchor) => anchor && hex(anchor))
  }

  /** The hash that binds the next dice to game, table, keys and devices. */
  get bound(): Bytes {
    return header(unhex(this.game), text(this.#table), unhex(this.root), this.commitments.anchors)
  }

  take({ e, proofs = [], game }: LoggedEntry): void {
    if (e.t === 'rooted') this.#rooted(e.root)
    else if (e.t === 'anchored') this.commitments.change(e.seat, e.anchor, this.wants, this.open)
    else if (e.t === 'bot_sat') this.commitments.change(e.seat, null, this.wants, this.open)
    else if (e.t === 'wanted') this.#wanted(e.want, e.throw, e.event)
    else if (e.t === 'played') this.#played(e.event, e.links ?? [])
    else if (e.t === 'protested') this.protests[e.seat] = (this.protests[e.seat] ?? 0) + 1
    else if (e.t === 'disclosed') this.disclosed = e.secrets
    for (const proof of proofs) this.#prove(proof)
    if (game) this.#lookUnder(game)
  }

  fail(why: Failing, thrown: number | null = null, seat: number | null = null): void {
    this.failure ??= { why, throw: thrown, seat }
  }

  #found(root: string): void {
    this.root = this.roots[this.section] = root
  }

  #compare(game: string, options: object, players?: readonly string[]): void {
    if (!sameTable(this.#table, { game, options, players })) this.fail('table')
  }

  #rooted(root: string): void {
    if (this.roots.includes(root)) this.fail('again')
    if (this.throws <= THROWS - SPARE) this.fail('early')
    this.section += 1
    this.wants = this.throws = this.from = 0
    this.#found(root)
    this.commitments.clear()
    this.#putOff(() => true)
  }

  #wanted(want: number | null | undefined, first: number | null | undefined, event: GameEvent | null): void {
    if (this.open || want !== this.wants || first !== this.throws) this.fail('number', this.#number + 1)
    this.open = true
    this.#asked = event
  }

  /** A played event: dice must have been wanted, and wanted dice must fall, since the server may know them by then. */
  #played(event: GameEvent, links: readonly (string | null)[]): void {
    const throws = throwsIn(event, this.commitments.seats)
    if (!this.open) return throws.length ? this.fail('unwanted', this.#number + 1) : undefined
    if (!throws.length || (this.#asked !== undefined && !isAsked(this.#asked, event))) this.fail('instead', this.#number + 1)
    if (throws.length) this.#fell(throws, links)
  }

  #fell(throws: Throw[], links: readonly (string | null)[]): void {
    const broken = this.commitments.reveal(this.wants, links)
    if (broken === 'count') this.fail('links', this.#number + 1)
    else if (broken !== null) this.fail('promise', this.#number + 1, broken)
    const { bound } = this
    this.witnessed.set(wantKey(this.section, this.wants), fingerprint(bound, links))
    this.#putOff((each) => throws.some((thrown) => samePlace(each.thrown, thrown)))
    for (const thrown of throws) {
      this.#number += 1
      const mixed = mix(bound, this.throws, links.map(maybe))
      const seen = { number: this.#number, throw: this.throws, root: this.root, mixed, thrown, fell: null, key: null }
      this.covered.push(seen)
      this.last = [seen, ...this.last].slice(0, REMEMBERED)
      this.throws += 1
    }
    this.open = false
    this.#asked = undefined
    this.wants += 1
    this.commitments.settle(this.wants)
  }

  /** Cups that are thrown again will not be lifted: the record will show them. */
  #putOff(which: (seen: Seen) => boolean): void {
    const left = this.covered.filter((seen) => !which(seen))
    this.later += this.covered.length - left.length
    this.covered = left
  }

  /** A disclosed key must belong to the root (Merkle path) and give the dice that are shown. */
  #prove(proof: Proof): void {
    const [key, path] = [unhex(proof.key), split(proof.path)]
    const seen = this.covered.find((each) => each.throw === proof.throw && isMerklePath(unhex(each.root), proof.throw, key, path))
    if (!seen) return this.#proveUnseen(proof, key, path)
    const { thrown, mixed } = seen
    seen.key = hex(key)
    seen.fell = thrown.kind === 'lot' ? [lot(key, mixed, thrown.among)] : dice(key, mixed, thrown.fell.length)
    if (!hidden(thrown)) this.#judge(seen, fell(thrown, key, mixed))
  }

  #judge(seen: Seen, right: boolean): void {
    this.covered = this.covered.filter((each) => each !== seen)
    if (right) this.verified += 1
    else this.fail('dice', seen.number)
  }

  /** A throw from before the page was opened: only its key can be checked. */
  #proveUnseen(proof: Proof, key: Bytes, path: readonly Bytes[]): void {
    const known = this.covered.some((each) => each.throw === proof.throw)
    const roots = Array.from({ length: this.section + 1 }, (_, section) => this.roots[section])
    const right = roots.some((root) => !root || isMerklePath(unhex(root), proof.throw, key, path))
    if (known || !right) this.fail('key', this.#number)
  }

  /** Visible dice need a proof; dice under a cup are compared with their key once the cup is lifted. */
  #lookUnder(game: AnyGame): void {
    for (const seen of this.covered) {
      const lies = hidden(seen.thrown) ? lying(game, seen.thrown) : []
      if (lies && !seen.fell) this.fail('unproven', seen.number)
      else if (lies && seen.fell) this.#judge(seen, sameDice(sorted(lies), sorted(seen.fell)))
    }
  }
}

const HASH = 64

/** The view sorts dice. */
const sorted = (faces: readonly number[]): number[] => [...faces].sort()

function split(path: string): Bytes[] {
  return Array.from({ length: path.length / HASH }, (_, place) => unhex(path.slice(place * HASH, (place + 1) * HASH)))
}
