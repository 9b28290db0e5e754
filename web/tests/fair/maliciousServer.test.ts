// Attacks of a malicious server on one page: the page detects each, or discloses nothing.

import { beforeEach, expect, test, vi } from 'vitest'
import { Chain } from '../../src/fair/hashChain'
import { Fair } from '../../src/fair/fair.svelte'
import { runToEnd } from '../../src/fair/timeSlices'
import { digest, hex, number } from '../../src/fair/hashing'
import { verifyRecord } from '../../src/fair/recordVerifier'
import { LiveVerifier } from '../../src/fair/liveVerifier'
import type { Command } from '../../src/lib/connection.svelte'
import type { GameEvent, Snapshot, Step } from '../../src/lib/messages'
import { played } from '../entries'
import { FakeStorage } from '../fakePage'
import { bond, FakeServer, PATIENCE, secrets as secretsOfHouse, shown } from './fakeServer'

type FairShown = NonNullable<Snapshot['fair']>

let said: Command[]
let fair: Fair
let v: number
let secrets: FakeStorage

beforeEach(() => {
  secrets = new FakeStorage()
  come()
})

function come(): void {
  const own = (said = []) as Command[] // what an earlier page still says is not for this one
  v = 1
  const ask = (command: Command): Promise<{ m: 'ok'; id: string; v: number }> => {
    own.push(command)
    return Promise.resolve({ m: 'ok', id: '', v: 2 })
  }
  fair = new Fair('bala', ask, new FakeStorage(), secrets)
}

const show = (shownFair: FairShown | null, table = shown(0)): void =>
  fair.receive({ m: 'snapshot', v: ++v, now: 0, table, game: null, told: [], clock: null, fair: shownFair })
const tell = (...told: object[]): void => {
  fair.receive({ m: 'steps', steps: told.map((step) => ({ v: ++v, at: 0, ...step }) as Step), clock: null })
  fair.show(v)
}
const anchors = (): string[] => said.flatMap((each) => (each.c === 'anchor' ? [each.anchor] : []))
const links = (): string[] => said.flatMap((each) => (each.c === 'reveal' ? [each.link] : []))
const why = (): string | undefined => fair.failure?.why

/** A fair state, as a server may claim. */
const standing = (held: (string | null)[], changes: Partial<FairShown> = {}): FairShown => ({
  ...{ game: bond.game, table: bond.table, section: 0, root: bond.root, coming: [], want: null, wants: 0, throws: 0 },
  ...{ absent: [0, 0], protests: [0, 0], anchors: held.map((anchor) => (anchor ? { anchor, since: 0 } : null)) },
  known: held.map((anchor) => (anchor ? { want: -1, link: anchor } : null)),
  ...changes,
})

/** The game has started, and this device contributes. */
async function joined(other: string | null = null): Promise<{ anchor: string; house: FakeServer }> {
  show(null)
  tell({ e: { t: 'started', fair: bond }, table: shown(0) })
  await vi.waitFor(() => expect(anchors()).toHaveLength(1), PATIENCE)
  const anchor = anchors()[0]!
  tell({ e: { t: 'anchored', seat: 0, anchor } })
  if (other) tell({ e: { t: 'anchored', seat: 1, anchor: other } })
  return { anchor, house: new FakeServer([anchor, other]) }
}

test('it claims thousands of missed throws: no link is revealed that discloses later ones', async () => {
  const { anchor, house } = await joined()
  tell(house.wanted())
  tell(house.played(links()))
  show(standing([anchor, null], { want: { want: 2000, throw: 2000 }, wants: 2000, throws: 2000 }))
  await vi.waitFor(() => expect(anchors()).toHaveLength(2), PATIENCE)
  expect(links()).toHaveLength(1)
  expect(anchors()[1]).not.toBe(anchor)
})

test('it claims missed throws after a reload', async () => {
  const { anchor, house } = await joined()
  tell(house.wanted())
  tell(house.played(links()))
  come()
  show(standing([anchor, null], { want: { want: 2000, throw: 2000 }, wants: 2000, throws: 2000 }))
  await vi.waitFor(() => expect(anchors()).toHaveLength(1), PATIENCE)
  expect(links()).toHaveLength(0)
})

test('after missed wants the device commits to another chain before the next', async () => {
  const { anchor, house } = await joined()
  tell(house.wanted())
  tell(house.played(links()))
  come()
  show(standing([anchor, null], { wants: 9, throws: 9 }))
  await vi.waitFor(() => expect(anchors()).toHaveLength(1), PATIENCE)
  expect(anchors()).not.toContain(anchor)
})

test('it takes a want back after the reveal, and tries another accomplice', async () => {
  const accomplice = hex(digest('chain', digest('x', number(1))))
  const { anchor, house } = await joined(accomplice)
  tell(house.wanted())
  show(standing([anchor, hex(digest('chain', digest('x', number(2))))]))
  expect(why()).toBe('past')
})

test('after a reload no link is revealed again under another header', async () => {
  const { anchor, house } = await joined(hex(digest('one')))
  tell(house.wanted())
  expect(links()).toHaveLength(1)
  come()
  show(standing([anchor, hex(digest('two'))], { want: { want: 0, throw: 0 } }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(links()).toHaveLength(0)
  come()
  show(standing([anchor, hex(digest('one'))], { want: { want: 0, throw: 0 } }))
  await vi.waitFor(() => expect(links()).toHaveLength(1), PATIENCE)
})

test('it replaces the chain of a device by its own: the seal is pale, and throws without the device are counted', async () => {
  const { anchor } = await joined()
  const own = runToEnd(Chain.of(digest('crook')))
  tell({ e: { t: 'anchored', seat: 0, anchor: hex(own.anchor) } })
  const house = new FakeServer([hex(own.anchor), null])
  for (const place of [1, 2, 3]) tell(house.wanted(), house.played([hex(own.link(place))]))
  expect(fair.status).toMatchObject({ verified: 3, apart: true, without: 3 })
  expect(anchors()).toEqual([anchor])
})

test('it wants dice, learns them, and plays another event', async () => {
  const { house } = await joined()
  const wanted: GameEvent = { e: 'throw', seat: 1, keep: [], dice: [0, 0] }
  tell(house.wanted(wanted), { e: played({ e: 'stand', seat: 1 }) })
  expect(why()).toBe('instead')
})

test.each([
  ['another seat', { e: 'throw', seat: 1, dice: [0, 0] }],
  ['other dice', { e: 'throw', seat: 0, dice: [0, 0, 0] }],
  ['a lot', null],
])('it wants dice for one event and uses them for another: %s', async (_, wanted) => {
  const { house } = await joined()
  tell({ e: { t: 'wanted', event: wanted, want: 0, throw: 0 } })
  tell(house.played(links()))
  expect(why()).toBe('instead')
})

test('it wants the same dice twice', async () => {
  const { house } = await joined()
  tell(house.wanted(), house.wanted({ e: 'throw', seat: 1, dice: [0, 0] }))
  expect(why()).toBe('number')
})

test('it discloses the key of a cup early: the dice are still compared when it is lifted', () => {
  const table = '{"game":"zocknroll","options":{},"players":["Ada","Ben"]}'
  const [house, down] = [new FakeServer(), [0, 0]]
  const watch = LiveVerifier.begin({ ...bond, table }, { ...shown(), game: 'zocknroll', options: {} } as never)
  const view = (...cups: number[][]): never => ({ game: 'zocknroll', view: { cups } }) as never
  const event: GameEvent = { e: 'cups', dice: [down, down] }
  watch.take(house.wanted(event))
  watch.take({ e: played(event, []), proofs: [house.proof(1)], game: view(down, down) })
  expect([watch.verified, watch.covered.length]).toEqual([0, 2])
  const lies = watch.covered[1]!.fell!.map((face) => (face % 6) + 1)
  watch.take({ e: played({ e: 'drop', seat: 1, row: null }), game: view(down, lies) })
  expect(watch.failure).toMatchObject({ why: 'dice', throw: 2 })
})

test('it proves an old throw with a forged key', async () => {
  const { house } = await joined()
  for (const place of [0, 1]) {
    tell(house.wanted())
    tell(house.played([links()[place]!]))
  }
  tell({ ...house.wanted(), proofs: [house.proof(0)] })
  expect(fair.failure).toBeNull()
  tell({ e: { t: 'emoted' }, proofs: [{ ...house.proof(9), throw: 0 }] })
  expect(why()).toBe('key')
})

test('it forges a valid record: it differs from the witnessed wants', async () => {
  const { anchor, house } = await joined()
  tell(house.wanted())
  tell(house.played(links()))
  const record = (device: string, link: string): unknown => {
    const dice = new FakeServer([device, null]).dice([link])
    const section = {
      root: bond.root,
      secret: secretsOfHouse[0]!,
      anchors: [{ seat: 0, anchor: device, since: 0 }],
      wants: [[link]],
    }
    const events = [{ e: 'throw', seat: 0, dice }]
    const transcript = { game: bond.game, table: bond.table, taken: 0, sections: [section] }
    return { format: 'knobel/1', game: 'zock', options: { games: 1 }, players: ['Ada', 'Ben'], events, fair: transcript }
  }
  const crook = runToEnd(Chain.of(digest('crook')))
  const [honest, made] = [record(anchor, links()[0]!), record(hex(crook.anchor), hex(crook.link(1)))]
  const seen = fair.status!.witnessed
  for (const each of [runToEnd(verifyRecord(honest)), runToEnd(verifyRecord(honest, seen)), runToEnd(verifyRecord(made))])
    expect(each).toMatchObject({ throws: 1, absent: [0, 0], without: [0, 1] })
  expect(runToEnd(verifyRecord(made, seen))).toEqual({ why: 'record', event: 0, throw: 0 })
})

test('a snapshot keeps cups and roots, and a missed new root is accepted', async () => {
  const { anchor, house } = await joined()
  tell(house.wanted())
  tell(house.played(links()))
  show(standing([anchor, null], { wants: 1, throws: 1, known: [{ want: 0, link: links()[0]! }, null] }))
  expect(fair.status).toMatchObject({ verified: 1, later: 0 })
  show(standing([null, null], { section: 1, root: 'ab'.repeat(32) }))
  expect(fair.failure).toBeNull()
  expect(fair.status?.roots).toEqual([bond.root, 'ab'.repeat(32)])
  show(standing([anchor, null], { wants: 1, throws: 1 }))
  expect(why()).toBe('past')
})

test('another game chosen after the end is accepted, and no device contributes after the end', async () => {
  show(standing([null, null], { wants: 3, throws: 3 }), { ...shown(0), game: 'schocken', options: {}, phase: 'over' } as never)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(fair.failure).toBeNull()
  expect(said).toEqual([])
})
