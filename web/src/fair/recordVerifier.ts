// Verifies the dice of a whole game from its record.

import { follows } from './hashChain'
import type { Work } from './timeSlices'
import { type Bytes, hex, maybe, text, unhex } from './hashing'
import { keyOf, rootOf, SPARE, THROWS } from './merkleTree'
import { allOptions, isGame, recordedThrows } from './gameShapes'
import { isList, isObject, isText, isWhole } from './json'
import { isTableOf } from './tableText'
import { fell, type Throw } from './throwEvents'
import { header, mix } from './derivation'
import { readTranscript, type Section, type Transcript } from './transcript'
import { fingerprint, wantKey } from './witness'
import type { Why } from './failureKinds'

/** A record as it stands in a file, as far as dice are concerned. */
export interface FairRecord {
  game: string
  /** All of them, also those that the file leaves out. */
  options: Record<string, unknown>
  players: string[]
  /** Checked one by one: an earlier event may be forged. */
  events: unknown[]
  /** Undefined or null in a record that says nothing about where its dice came from. */
  fair: unknown
}

/** The record in untrusted JSON, or null if it is malformed. */
export function readRecord(plain: unknown): FairRecord | null {
  if (!isObject(plain, ['format', 'game', 'options', 'players', 'events', 'result', 'fair'])) return null
  const { format, game, options = {}, players, events, fair } = plain
  if (format !== 'knobel/1' || !isText(game) || !isList(players, isWhole) || !Array.isArray(events)) return null
  if (!isGame(game, players.length)) return null
  const all = allOptions(game, options)
  return all && { game, options: all, players, events, fair }
}

/** All throws are valid. */
export interface Verified {
  throws: number
  /** For each seat how often its device did not answer. */
  absent: number[]
  /** For each seat how many throws fell while no device took part for it. */
  without: number[]
  /** For each seat how often another chain took the place of its last one. */
  changes: number[]
  /** Throws that the server's keys alone decided. */
  alone: number
  /** Events that came from another game and are not covered. */
  taken: number
}

/** The first failed check: at an event of the record, or at none if it concerns the whole game. */
export interface Wrong {
  why: Why
  event: number | null
  /** The seat of the device. */
  seat?: number
  /** How many throws were valid before it. */
  throw?: number
}

/** An event with dice; `throws` is null for an event that cannot be read. */
interface Want {
  event: number
  throws: Throw[] | null
}
type Wants = Iterator<Want, undefined>

/**
 * Null for a record without a transcript. `witnessed` are the fingerprints of the wants that a page has seen live: a
 * record that differs from them is forged, even if it is valid in itself.
 */
export function* verifyRecord(plain: unknown, witnessed?: ReadonlyMap<string, string>): Work<Verified | Wrong | null> {
  const record = readRecord(plain)
  if (!record) return { why: 'malformed', event: null }
  if (record.fair === undefined || record.fair === null) return null
  const transcript = readTranscript(record.fair)
  if (!transcript) return { why: 'malformed', event: null }
  if (!isTableOf(transcript.table, record)) return { why: 'table', event: null }
  if (transcript.taken < 0 || transcript.taken > record.events.length) return { why: 'taken', event: null }
  const wants = wantsOf(record, transcript.taken)
  const none = (): number[] => record.players.map(() => 0)
  const so = { throws: 0, absent: none(), without: none(), changes: none(), alone: 0, taken: transcript.taken }
  const roots = new Set<string>()
  let left = 0
  for (const [number, section] of transcript.sections.entries()) {
    if (roots.has(section.root)) return { why: 'again', event: null }
    if (left >= SPARE) return { why: 'early', event: null }
    roots.add(section.root)
    const before = so.throws
    const seen = (want: number): string | undefined => witnessed?.get(wantKey(number, want))
    const wrong = yield* new Checked(transcript, section, so, seen).check(wants)
    if (wrong) return wrong
    left = THROWS - (so.throws - before)
  }
  const untold = wants.next()
  if (untold.done) return so
  const { event, throws } = untold.value
  return throws ? { why: 'untold', event, throw: so.throws } : { why: 'event', event }
}

function* wantsOf({ game, options, players, events }: FairRecord, taken: number): Generator<Want, undefined> {
  for (let event = taken; event < events.length; event++) {
    const throws = recordedThrows(game, options, events[event], players.length)
    if (!throws || throws.length) yield { event, throws }
  }
  return undefined
}

/** Verifier of one section: all throws under one root, in order. */
class Checked {
  readonly #game: Bytes
  readonly #anchors: (Bytes | null)[]
  /** For each seat the last link that it has revealed, and for which want. */
  readonly #known: { want: number; link: Bytes }[] = []
  readonly #promised = new Set<number>()

  constructor(
    private readonly transcript: Transcript,
    private readonly section: Section,
    private readonly so: Verified,
    private readonly seen: (want: number) => string | undefined,
  ) {
    this.#game = unhex(transcript.game)
    this.#anchors = so.absent.map(() => null)
  }

  *check(wants: Wants): Work<Wrong | null> {
    const secret = unhex(this.section.secret)
    if (hex(yield* rootOf(secret, this.#game)) !== this.section.root) return { why: 'secret', event: null }
    let place = 0
    for (const [want, links] of this.section.wants.entries()) {
      const stranger = this.#takeAnchors(want)
      const here = wants.next()
      if (here.done) return stranger ?? { why: 'unwanted', event: null }
      const { event, throws } = here.value
      if (!throws) return { why: 'event', event }
      const wrong = stranger ?? this.#checkLinks(want, links)
      if (wrong) return { ...wrong, event, throw: this.so.throws }
      if (place + throws.length > THROWS) return { why: 'full', event, throw: this.so.throws }
      const bound = this.#header()
      const seen = this.seen(want)
      if (seen !== undefined && seen !== fingerprint(bound, links)) return { why: 'record', event, throw: this.so.throws }
      for (const thrown of throws) {
        const mixed = mix(bound, place, links.map(maybe))
        if (!fell(thrown, keyOf(secret, this.#game, place), mixed)) return { why: 'dice', event, throw: this.so.throws }
        place += 1
        this.so.throws += 1
      }
      this.#count(links, throws.length)
      yield
    }
    return null
  }

  /** Takes the anchors that count from this want on. */
  #takeAnchors(want: number): Wrong | null {
    for (const anchor of this.section.anchors.filter(({ since }) => since === want)) {
      if (!(anchor.seat in this.#anchors)) return { why: 'seat', event: null, seat: anchor.seat }
      const link = maybe(anchor.anchor)
      this.#anchors[anchor.seat] = link
      if (!link) continue
      this.#known[anchor.seat] = { want: want - 1, link }
      if (this.#promised.has(anchor.seat)) this.so.changes[anchor.seat]! += 1
      this.#promised.add(anchor.seat)
    }
    return null
  }

  #checkLinks(want: number, links: readonly (string | null)[]): Wrong | null {
    const seats = this.#devices
    if (seats.length !== links.length) return { why: 'links', event: null }
    for (const [index, seat] of seats.entries()) {
      const said = links[index]
      if (!said) continue
      const [known, link] = [this.#known[seat]!, unhex(said)]
      if (!follows(link, known.link, want - known.want)) return { why: 'promise', event: null, seat }
      this.#known[seat] = { want, link }
    }
    return null
  }

  /** Counts the seats that did not contribute to valid throws. */
  #count(links: readonly (string | null)[], throws: number): void {
    const seats = this.#devices
    for (const seat of this.#anchors.keys()) {
      if (!seats.includes(seat)) this.so.without[seat]! += throws
      else if (!links[seats.indexOf(seat)]) this.so.absent[seat]! += 1
    }
    if (!links.some(Boolean)) this.so.alone += throws
  }

  /** The seats with an anchor. */
  get #devices(): number[] {
    return [...this.#anchors.keys()].filter((seat) => this.#anchors[seat])
  }

  #header(): Bytes {
    return header(this.#game, text(this.transcript.table), unhex(this.section.root), this.#anchors)
  }
}

export const isWrong = (verdict: Verified | Wrong): verdict is Wrong => 'why' in verdict
