// Asks the client's code and the verifier page the same question, line by line: `node referee.mjs BUNDLE PAGE [quick]`.
// WebCrypto hands every hash to another thread, which takes much longer than the hash: `quick` gives the page the same
// hashes without that.

import { createHash, createHmac, createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const QUICK = {
  digest: (_, data) => createHash('sha256').update(data).digest(),
  importKey: (_, key) => createSecretKey(key),
  sign: (_, key, data) => createHmac('sha256', key).update(data).digest(),
}

const [bundle, page, quick] = process.argv.slice(2)
const client = await import(pathToFileURL(bundle).href)
const script = /<script>(.*)<\/script>/s.exec(readFileSync(page, 'utf8'))[1]
new Function('crypto', script)(quick ? { subtle: QUICK } : crypto)
const single = globalThis.knobel

const { runToEnd, hex, maybe, text, unhex } = client
const all = (list) => list.map(maybe)
const path = (list) => list.map(unhex)

const CLIENT = {
  digest: (step, parts) => hex(client.digest(step, ...path(parts))),
  keyed: (key, step, parts) => hex(client.keyed(unhex(key), step, ...path(parts))),
  key: (secret, game, place) => hex(client.keyOf(unhex(secret), unhex(game), place)),
  root: (secret, game) => hex(runToEnd(client.rootOf(unhex(secret), unhex(game)))),
  path: (root, place, key, beside) =>
    [place, place ^ 1].map((at) => client.isMerklePath(unhex(root), at, unhex(key), path(beside))),
  link: (link, known, steps) => [steps, steps + 1].map((each) => client.follows(unhex(link), unhex(known), each)),
  header: (game, table, root, anchors) => hex(client.header(unhex(game), text(table), unhex(root), all(anchors))),
  mix: (header, place, links) => hex(client.mix(unhex(header), place, all(links))),
  dice: (key, mixed, wanted) => client.dice(unhex(key), unhex(mixed), wanted),
  lot: (key, mixed, among) => client.lot(unhex(key), unhex(mixed), among),
  record: (record) => judged(runToEnd(client.verifyRecord(record))),
  file: (bytes) => judged(runToEnd(client.verifyRecord(client.readText(unhex(bytes))))),
}

const some = (list) => list.map((each) => each && single.bytesOf(each))
const bytes = (said) => single.bytesOf(said)

const SINGLE = {
  digest: async (step, parts) => single.hexOf(await single.sha(step, ...some(parts))),
  keyed: async (key, step, parts) => single.hexOf(await single.hmac(bytes(key), step, ...some(parts))),
  key: async (secret, game, place) => single.hexOf(await single.keyOf(bytes(secret), bytes(game), place)),
  root: async (secret, game) => single.hexOf(await single.rootOf(bytes(secret), bytes(game))),
  path: async (root, place, key, beside) => {
    const climbed = [place, place ^ 1].map((at) => single.climb(at, bytes(key), some(beside)))
    return (await Promise.all(climbed)).map((top) => single.hexOf(top) === root)
  },
  link: async (link, known, steps) => {
    const found = [steps, steps + 1].map((each) => single.back(bytes(link), each))
    return (await Promise.all(found)).map((at) => single.hexOf(at) === known)
  },
  header: async (game, table, root, anchors) =>
    single.hexOf(await single.headerOf(bytes(game), table, bytes(root), some(anchors))),
  mix: async (header, place, links) => single.hexOf(await single.mixOf(bytes(header), place, some(links))),
  dice: (key, mixed, wanted) => single.diceOf(bytes(key), bytes(mixed), wanted),
  lot: (key, mixed, among) => single.lotOf(bytes(key), bytes(mixed), among),
  record: (record) => single.verify(record).then(judged, fault),
  file: async (text) => Promise.resolve().then(() => single.verify(single.read(bytes(text)))).then(judged, fault),
}

const fault = (fault) => ({ why: fault.why ?? String(fault), event: fault.event ?? null })

function judged(found) {
  if (found === null) return null
  return 'why' in found ? { why: found.why, event: found.event } : found
}

for await (const line of createInterface({ input: process.stdin })) {
  const [asked, ...given] = JSON.parse(line)
  console.log(JSON.stringify([CLIENT[asked](...given), await SINGLE[asked](...given)]))
}
