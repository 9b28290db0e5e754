// What a record carries for whoever checks its dice, and whether it is written as it has to be.

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

type Plain = Record<string, unknown>

/** The transcript of a record, or null where it is not one. */
export function readTranscript(plain: unknown): Transcript | null {
  if (!isObject(plain, ['game', 'table', 'taken', 'sections'])) return null
  const taken = plain.taken ?? 0
  const fine = isHash(plain.game) && typeof plain.table === 'string' && isCount(taken) && isList(plain.sections, isSection)
  return fine ? ({ ...plain, taken } as unknown as Transcript) : null
}

const isSection = (plain: unknown): boolean =>
  isObject(plain, ['root', 'secret', 'anchors', 'wants']) &&
  isHash(plain.root) &&
  isHash(plain.secret) &&
  isList(plain.anchors, isAnchor) &&
  isList(plain.wants, (links) => isList(links, (link) => link === null || isHash(link)))

const isAnchor = (plain: unknown): boolean =>
  isObject(plain, ['seat', 'anchor', 'since']) &&
  Number.isInteger(plain.seat) &&
  (plain.anchor === null || isHash(plain.anchor)) &&
  Number.isInteger(plain.since)

const isObject = (plain: unknown, keys: readonly string[]): plain is Plain =>
  typeof plain === 'object' && plain !== null && Object.keys(plain).every((key) => keys.includes(key))
const isList = (plain: unknown, each: (part: unknown) => boolean): boolean => Array.isArray(plain) && plain.every(each)
const isHash = (plain: unknown): boolean => typeof plain === 'string' && /^[0-9a-f]{64}$/.test(plain)
const isCount = (plain: unknown): boolean => Number.isInteger(plain) && (plain as number) >= 0
