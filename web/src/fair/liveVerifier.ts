// Checks the dice of a game while it is played, from nothing but what the table says.

import type { AnyGame } from '../games/contract'
import type { FairShown, GameEvent, Proof, RedactedBond, Step, TableShown } from '../lib/messages'
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

/** The first thing that is not as it should be. Throws are counted from 1, as people do. */
export interface Failure {
  why: Failing
  throw: number | null
  seat: number | null
}

/** A throw that this page has seen asked for: what the players brought to it, and its key once it may be known. */
export interface Seen {
  /** Its number in the game. */
  number: number
  throw: number
  root: string
  mixed: Bytes
  thrown: Throw
  /** What the key gives: dice, or the seat that was drawn. */
  fell: readonly number[] | null
  key: string | null
}

/** One entry of the log, with what came along. */
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
  /** The want from which on nothing under this root was missed. */
  from = 0
  verified = 0
  /** Throws before this page was opened, and cups that were never lifted: they are checked when the game is over. */
  later = 0
  failure: Failure | null = null
  /** The last throws, the newest first. */
  last: Seen[] = []
  /** Throws whose dice this page may not know yet. */
  covered: Seen[] = []
  protests: number[] = []
  disclosed: readonly string[] | null = null
  /** All roots that were published, by sections; those before this page was opened are unknown. */
  readonly roots: (string | null)[] = []
  /** What went into the wants that this page has seen, by section and number, to be found again in the record. */
  witnessed = new Map<string, string>()
  /** What the dice are for that are wanted; null is a lot. Who comes in the middle does not know it. */
  #asked: GameEvent | null | undefined
  #table = ''
  #number = 0

  private constructor(readonly commitments: Commitments) {}

  /** A game begins. */
  static begin(bond: RedactedBond, table: TableShown | undefined): LiveVerifier {
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

  /** A game that runs already; others may sit there by now than when it began. `before` is what was seen before a gap. */
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
    if (table.phase === 'playing') watch.#compare(table.game, table.options) // something else may be on the table after it
    if (before?.game === game) watch.#goOn(before)
    return watch
  }

  /** The house may leave out what happened meanwhile, but not take anything back. */
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

  /** Dice fall, if they were asked for; once they were, everything that decides them may be known, so they have to. */
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

  /** Cups that are thrown anew are not lifted any more. */
  #putOff(which: (seen: Seen) => boolean): void {
    const left = this.covered.filter((seen) => !which(seen))
    this.later += this.covered.length - left.length
    this.covered = left
  }

  /** A key may be known now: it has to be the one that was committed to, and to give the dice that lie there. */
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

  /** A throw from before this page was opened: at least its key has to be the right one. */
  #proveUnseen(proof: Proof, key: Bytes, path: readonly Bytes[]): void {
    const known = this.covered.some((each) => each.throw === proof.throw)
    const roots = Array.from({ length: this.section + 1 }, (_, section) => this.roots[section])
    const right = roots.some((root) => !root || isMerklePath(unhex(root), proof.throw, key, path))
    if (known || !right) this.fail('key', this.#number)
  }

  /** Dice that can be seen have to be proven, and those in a cup to be what its key gives once they are seen. */
  #lookUnder(game: AnyGame): void {
    for (const seen of this.covered) {
      const lies = hidden(seen.thrown) ? lying(game, seen.thrown) : []
      if (lies && !seen.fell) this.fail('unproven', seen.number)
      else if (lies && seen.fell) this.#judge(seen, sameDice(sorted(lies), sorted(seen.fell)))
    }
  }
}

const HASH = 64

/** Dice on the table are put in order. */
const sorted = (faces: readonly number[]): number[] => [...faces].sort()

function split(path: string): Bytes[] {
  return Array.from({ length: path.length / HASH }, (_, place) => unhex(path.slice(place * HASH, (place + 1) * HASH)))
}
