/** Fetches the record of a game and verifies its dice in time slices. */

import { getBytes } from '../lib/api'
import { strictlyRead } from './json'
import { runInSlices } from './timeSlices'
import { isWrong, readRecord, type Verified, verifyRecord, type Wrong } from './recordVerifier'
import { readTranscript } from './transcript'

/** What this page has seen of the game. */
export interface Witnessed {
  game: string
  roots: readonly (string | null)[]
  /** The fingerprint of each want that was seen. */
  witnessed: ReadonlyMap<string, string>
  /** How many throws fell without this device. */
  without: number
}

export type Verdict = Verified | Wrong | 'uncovered' | 'unreachable'

export class RecordCheck {
  /** Null while it is not known yet. */
  verdict: Verdict | null = $state.raw(null)

  async check(path: string, witnessed: Witnessed | null): Promise<void> {
    this.verdict = null
    try {
      const record = strictlyRead(await getBytes(path))
      this.verdict = isOther(record, witnessed)
        ? { why: 'record', event: null }
        : ((await runInSlices(verifyRecord(record, witnessed?.witnessed))) ?? 'uncovered')
    } catch {
      this.verdict = 'unreachable'
    }
  }

  get wrong(): Wrong | null {
    const verdict = this.verdict
    return verdict && typeof verdict === 'object' && isWrong(verdict) ? verdict : null
  }

  get verified(): Verified | null {
    const verdict = this.verdict
    return verdict && typeof verdict === 'object' && !isWrong(verdict) ? verdict : null
  }
}

/** Whether a record, perhaps valid, is not about the game that was seen. */
function isOther(record: unknown, witnessed: Witnessed | null): boolean {
  if (!witnessed) return false
  const said = readTranscript(readRecord(record)?.fair)
  return said?.game !== witnessed.game || witnessed.roots.some((root, section) => root && said.sections[section]?.root !== root)
}
