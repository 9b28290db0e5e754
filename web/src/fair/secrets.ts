// The secret of this device for each game, in local storage: reloads and other tabs use the same one.

import { type Bytes, hex, keyed, number, unhex } from './hashing'

/**
 * `chain` counts the chains that were begun under the root `section`; `since` is the want from which on the log counts
 * the last one, null while it does not stand there. `revealed` is the last want for which a link of it was given away,
 * and what that want was bound to.
 */
export interface Kept {
  secret: string
  section: number
  chain: number
  since: number | null
  revealed?: { want: number; bound: string } | null
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'knobel.fair'
const GAMES = 16
const SIZE = 32

export class Secrets {
  #here = new Map<string, Kept>()

  constructor(private readonly store: Store | null) {}

  /** What this device has for a game, made now if it has nothing yet. Under another root it begins anew. */
  of(game: string, section: number): Kept {
    const kept = this.#read().get(game) ?? this.#here.get(game)
    if (kept?.section === section) return kept
    const secret = kept?.secret ?? hex(crypto.getRandomValues(new Uint8Array(SIZE)))
    return this.put(game, { secret, section, chain: 0, since: null })
  }

  put(game: string, kept: Kept): Kept {
    const all = this.#read()
    all.delete(game)
    all.set(game, kept)
    this.#here.set(game, kept)
    try {
      this.store?.setItem(KEY, JSON.stringify([...all].slice(-GAMES)))
    } catch {
      // Without storage the secret lasts until the page is closed.
    }
    return kept
  }

  #read(): Map<string, Kept> {
    try {
      return new Map(JSON.parse(this.store?.getItem(KEY) ?? '[]') as [string, Kept][])
    } catch {
      return new Map()
    }
  }
}

/** The end of a chain. Each chain of a game has its own, so that no link is revealed twice. */
export const endOf = ({ secret, section, chain }: Kept): Bytes => keyed(unhex(secret), 'device', number(section), number(chain))
