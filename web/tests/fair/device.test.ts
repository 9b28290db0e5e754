import { beforeEach, expect, test, vi } from 'vitest'
import { follows } from '../../src/fair/hashChain'
import { Device, type Said } from '../../src/fair/device'
import { unhex } from '../../src/fair/hashing'
import { Secrets } from '../../src/fair/secrets'
import { LiveVerifier } from '../../src/fair/liveVerifier'
import type { Answer } from '../../src/lib/unanswered'
import { played } from '../entries'
import { FakeStorage } from '../fakePage'
import { bond, PATIENCE, shown } from './fakeServer'

let said: Said[]
let answer: Answer['m']
let store: FakeStorage

beforeEach(() => {
  said = []
  answer = 'ok'
  store = new FakeStorage()
})

const device = (holds?: (want: string, release: () => void) => boolean): Device =>
  new Device(
    (command) => {
      said.push(command)
      return Promise.resolve({ m: answer, id: '', v: 1 } as Answer)
    },
    new Secrets(store),
    holds,
  )
const saying = (count: number): Promise<void> => vi.waitFor(() => expect(said).toHaveLength(count), PATIENCE)
const anchored = (watch: LiveVerifier, anchor: string): void => watch.take({ e: { t: 'anchored', seat: 0, anchor } })
const want = (watch: LiveVerifier): void =>
  watch.take({ e: { t: 'wanted', event: { e: 'throw', seat: 0, dice: [0] }, want: watch.wants, throw: watch.throws } })
const fall = (watch: LiveVerifier, link: string | null): void =>
  watch.take({ e: played({ e: 'throw', seat: 0, dice: [1] }, [link]) })
const lastOf = <C extends Said['c']>(c: C): Extract<Said, { c: C }> =>
  said.findLast((each): each is Extract<Said, { c: C }> => each.c === c)!

/** A device at a game that has its anchor. */
async function joined(own = device()): Promise<{ own: Device; watch: LiveVerifier; anchor: string }> {
  const watch = LiveVerifier.begin(bond, shown())
  own.arrive(watch, 0)
  await saying(1)
  const { anchor } = lastOf('anchor')
  anchored(watch, anchor)
  own.follow(watch, 0, false)
  return { own, watch, anchor }
}

test('it commits once, and reveals one link for each want', async () => {
  const { own, watch, anchor } = await joined()
  for (const place of [1, 2, 3]) {
    want(watch)
    own.follow(watch, 0, false)
    own.follow(watch, 0, false)
    const reveal = lastOf('reveal')
    expect(reveal).toMatchObject({ section: 0, want: place - 1 })
    expect(follows(unhex(reveal.link), unhex(anchor), place)).toBe(true)
    fall(watch, reveal.link)
  }
  expect(said).toHaveLength(4)
  expect(watch.failure?.why).not.toBe('promise')
})

test('a reload continues the same chain, and answers an open want again', async () => {
  const { own, watch } = await joined()
  want(watch)
  own.follow(watch, 0, false)
  const before = lastOf('reveal')
  device().arrive(watch, 0)
  await saying(3)
  expect(lastOf('reveal')).toEqual(before)
  own.arrive(watch, 0)
  expect(said).toHaveLength(4)
})

test('spectators send nothing, and no device does after the end', async () => {
  const watch = LiveVerifier.begin(bond, shown(null))
  device().arrive(watch, null)
  watch.take({ e: { t: 'disclosed', secrets: [] } })
  device().arrive(watch, 0)
  await new Promise((resolve) => setTimeout(resolve))
  expect(said).toEqual([])
})

test('another device replaces it: it stays silent, and commits again with another chain once the seat is absent', async () => {
  const { own, watch, anchor } = await joined()
  anchored(watch, 'a'.repeat(64))
  own.follow(watch, 0, false)
  want(watch)
  own.follow(watch, 0, false)
  expect(said).toHaveLength(1)
  fall(watch, null)
  own.follow(watch, 0, true)
  await saying(2)
  expect(lastOf('anchor').anchor).not.toBe(anchor)
})

test('a chain that appears in the log again is not used twice', async () => {
  const { own, watch, anchor } = await joined()
  want(watch)
  own.follow(watch, 0, false)
  fall(watch, lastOf('reveal').link)
  anchored(watch, anchor)
  own.follow(watch, 0, false)
  await saying(3)
  expect(lastOf('anchor').anchor).not.toBe(anchor)
})

test('it protests only if it is called absent although it had answered', async () => {
  const { own, watch } = await joined()
  want(watch)
  own.follow(watch, 0, false)
  await Promise.resolve()
  fall(watch, null)
  own.follow(watch, 0, true)
  expect(lastOf('protest')).toEqual({ c: 'protest', section: 0, want: 0 })
  answer = 'no'
  want(watch)
  own.follow(watch, 0, false)
  await Promise.resolve()
  fall(watch, null)
  own.follow(watch, 0, true)
  expect(said.filter(({ c }) => c === 'protest')).toHaveLength(1)
})

test('an acknowledged anchor that is missing in the log is detected', async () => {
  const { own, anchor } = await joined()
  await Promise.resolve()
  expect(own.dropped(1, new Set())).toBe(true)
  expect(own.dropped(0, new Set())).toBe(false)
  expect(own.dropped(5, new Set([anchor]))).toBe(false)
})

test('under another root it starts another chain', async () => {
  const { own, watch, anchor } = await joined()
  watch.take({ e: { t: 'rooted', root: 'c'.repeat(64) } })
  own.arrive(watch, 0)
  await saying(2)
  expect(lastOf('anchor').anchor).not.toBe(anchor)
})

test('a link waits for the hand, and is revealed once', async () => {
  let release: (() => void) | null = null
  const { own, watch } = await joined(
    device((_, go) => {
      if (release) return false
      release = go
      return true
    }),
  )
  want(watch)
  own.follow(watch, 0, false)
  expect(said).toHaveLength(1)
  release!()
  release!()
  expect(lastOf('reveal')).toMatchObject({ section: 0, want: 0 })
  expect(said).toHaveLength(2)
})

test('a link that was revealed before a reload does not wait again', async () => {
  const { own, watch } = await joined()
  want(watch)
  own.follow(watch, 0, false)
  device(() => true).arrive(watch, 0)
  await saying(3)
})

test('commitments of one game do not count in the next', async () => {
  const { own } = await joined()
  await Promise.resolve()
  own.arrive(LiveVerifier.begin({ ...bond, game: 'b'.repeat(64) }, shown()), 0)
  expect(own.dropped(9, new Set())).toBe(false)
})
