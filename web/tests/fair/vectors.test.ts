import { expect, test } from 'vitest'
import { strictlyRead } from '../../src/fair/json'
import { verifyRecord } from '../../src/fair/recordVerifier'
import { runToEnd } from '../../src/fair/timeSlices'
import short from '../../../examples/fair-vectors.json?raw'
import long from '../../../examples/fair-vectors-long.json?raw'
import page from '../../verify/knobel-verify.html?raw'

// The test vectors of docs/library/fair-dice.md, by the client and by the verifier page: neither knows the rules.

interface Vector {
  what: string
  record?: unknown
  text?: string
  valid: boolean | null
  counts?: unknown
  why?: string
  event?: number | null
}
interface Page {
  read: (bytes: Uint8Array) => unknown
  verify: (record: unknown) => Promise<unknown>
}

const VECTORS = [short, long]
  .flatMap((text) => (JSON.parse(text) as { records: Vector[] }).records)
  .map((vector): [string, Vector] => [vector.what, vector])
/** Kinds of failures that say that a file cannot be read. */
const UNREADABLE = ['json', 'twice', 'number', 'record', 'malformed']

const bytes = ({ text, record }: Vector): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text ?? JSON.stringify(record))
const expected = ({ valid, counts, why, event }: Vector): unknown => (valid === null ? null : valid ? counts : { why, event })

function verdict(found: unknown): unknown {
  if (typeof found !== 'object' || found === null || !('why' in found)) return found
  const { why, event } = found as { why: string; event?: number | null }
  return { why: UNREADABLE.includes(why) ? 'unreadable' : why, event: event ?? null }
}

function loadPage(): Page {
  const script = /<script>(.*)<\/script>/s.exec(page)![1]!
  const scope: { knobel?: Page } = {}
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the script of the page, as a browser runs it
  const run = new Function('crypto', 'document', 'globalThis', script) as (...given: unknown[]) => void
  run(crypto, undefined, scope)
  return scope.knobel!
}

test('there are vectors of every kind', () => {
  expect(new Set(VECTORS.map(([, { valid }]) => valid))).toEqual(new Set([true, false, null]))
})

test.each(VECTORS)('the client judges: %s', (_, vector) => {
  expect(verdict(runToEnd(verifyRecord(strictlyRead(bytes(vector)))))).toEqual(expected(vector))
})

test.each(VECTORS)('the verifier page judges: %s', { timeout: 60_000 }, async (_, vector) => {
  const { read, verify } = loadPage()
  const found = Promise.resolve().then(() => verify(read(bytes(vector))))
  expect(verdict(await found.catch((fault: unknown) => fault))).toEqual(expected(vector))
})
