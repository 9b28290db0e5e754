// A fake server of fair dice: keys, proofs and log entries.

import { digest, hex, maybe, number, text, unhex, type Bytes } from '../../src/fair/hashing'
import { keyOf } from '../../src/fair/merkleTree'
import { dice, header, mix } from '../../src/fair/derivation'
import type { LoggedEntry } from '../../src/fair/liveVerifier'
import type { GameEvent, TableShown } from '../../src/lib/messages'
import { played } from '../entries'

const THROWS = 4096

/** All levels of the tree of keys, from the leaves up. */
function grown(secret: Bytes, game: Bytes): Bytes[][] {
  const levels = [Array.from({ length: THROWS }, (_, at) => digest('leaf', number(at), keyOf(secret, game, at)))]
  for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!)
    levels.push(Array.from({ length: below.length / 2 }, (_, at) => digest('node', below[2 * at]!, below[2 * at + 1]!)))
  return levels
}

const SECRET = digest('test secret')
const GAME = digest('test game')
const LEVELS = grown(SECRET, GAME)

/** Milliseconds to wait for a device: it computes a hash chain in slices, which takes a second and more on a busy machine. */
export const PATIENCE = 20_000

export const TABLE = '{"game":"zock","options":{"games":1},"players":["Ada","Ben"]}'
export const bond = { game: hex(GAME), root: hex(LEVELS.at(-1)![0]!), table: TABLE }
export const secrets = [hex(SECRET)]

/** The table as the client gets it. */
export const shown = (you: number | null = 0): TableShown =>
  ({
    game: 'zock',
    options: { games: 1, variant: 'basic' },
    seats: [{ name: 'Ada' }, { name: 'Ben' }],
    phase: 'playing',
    you,
  }) as never

export class FakeServer {
  wants = 0
  throws = 0
  constructor(readonly anchors: (string | null)[] = [null, null]) {}

  proof(at: number): NonNullable<LoggedEntry['proofs']>[number] {
    const path = LEVELS.slice(0, -1).map((level, height) => hex(level[(at >> height) ^ 1]!))
    return { throw: at, key: hex(keyOf(SECRET, GAME, at)), path: path.join('') }
  }

  /** What dice the links give for the next throw. */
  dice(links: (string | null)[], at = this.throws): number[] {
    const bound = header(GAME, text(TABLE), unhex(bond.root), this.anchors.map(maybe))
    return dice(keyOf(SECRET, GAME, at), mix(bound, at, links.map(maybe)), 2)
  }

  wanted(event: GameEvent = { e: 'throw', seat: 0, dice: [0, 0] }): LoggedEntry {
    return { e: { t: 'wanted', event, want: this.wants, throw: this.throws } }
  }

  /** Two dice fall; `fell` overrides the correct ones. */
  played(links: (string | null)[], fell = this.dice(links)): LoggedEntry {
    const at = this.throws++
    this.wants++
    return { e: played({ e: 'throw', seat: 0, dice: fell }, links), proofs: [this.proof(at)], game: {} as never }
  }
}
