// The fair transcript of a record: parsed from untrusted JSON, or rejected.

import { isHash, isInteger, isList, isObject, isWhole } from './json'

/** From want number `since` on, the device of a seat reveals links of this chain; null: it takes no part any more. */
export interface Anchor {
  seat: number
  anchor: string | null
  since: number
}

/** Throws under one root; `wants` has for each time that dice were wanted what the seats with an anchor revealed. */
export interface Section {
  root: string
  secret: string
  anchors: Anchor[]
  wants: (string | null)[][]
}

/** `taken` events at the beginning came from another game and are not covered. */
export interface Transcript {
  game: string
  table: string
  taken: number
  sections: Section[]
}

/** The transcript of a record, or null if it is malformed. */
export function readTranscript(plain: unknown): Transcript | null {
  if (!isObject(plain, ['game', 'table', 'taken', 'sections'])) return null
  const { game, table, taken = 0, sections } = plain
  return isHash(game) && isWhole(table) && isInteger(taken) && isList(sections, isSection)
    ? { game, table, taken, sections }
    : null
}

const isSection = (plain: unknown): plain is Section =>
  isObject(plain, ['root', 'secret', 'anchors', 'wants']) &&
  isHash(plain.root) &&
  isHash(plain.secret) &&
  isList(plain.anchors, isAnchor) &&
  isList(plain.wants, (links) => isList(links, isLink))

const isAnchor = (plain: unknown): plain is Anchor =>
  isObject(plain, ['seat', 'anchor', 'since']) && isInteger(plain.seat) && isLink(plain.anchor) && isInteger(plain.since)

const isLink = (plain: unknown): plain is string | null => plain === null || isHash(plain)
