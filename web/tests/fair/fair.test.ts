import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Fair } from '../../src/fair/fair.svelte'
import type { Command } from '../../src/lib/connection.svelte'
import type { Step } from '../../src/lib/messages'
import { played } from '../entries'
import { FakeStorage } from '../fakePage'
import { bond, FakeServer, PATIENCE, secrets, shown } from './fakeServer'

let said: Command[]
let kept: FakeStorage
let fair: Fair

beforeEach(() => {
  said = []
  kept = new FakeStorage()
  fair = come()
})
afterEach(() => vi.restoreAllMocks())

function come(): Fair {
  const ask = (command: Command): Promise<{ m: 'ok'; id: string; v: number }> => {
    said.push(command)
    return Promise.resolve({ m: 'ok', id: '', v: 2 })
  }
  return new Fair('bala', ask, kept, new FakeStorage())
}

let v = 0
const begin = (): void => {
  v = 1
  fair.receive({ m: 'snapshot', v, now: 0, table: shown(0), game: null, told: [], clock: null, fair: null })
}
const tell = (...told: Partial<Step>[]): void => {
  fair.receive({ m: 'steps', steps: told.map((step) => ({ v: ++v, at: 0, ...step }) as Step), clock: null })
  fair.show(v)
}
const started = (fairly: typeof bond | null = bond): Partial<Step> => ({
  e: { t: 'started', number: 1, fair: fairly },
  table: shown(0),
})

test('a device contributes by itself, and verified throws are counted', async () => {
  begin()
  tell(started())
  await vi.waitFor(() => expect(said).toHaveLength(1), PATIENCE)
  const { anchor } = said[0] as Extract<Command, { c: 'anchor' }>
  const house = new FakeServer([anchor, null])
  tell({ e: { t: 'anchored', seat: 0, anchor } }, house.wanted() as Partial<Step>)
  const { link } = said[1] as Extract<Command, { c: 'reveal' }>
  tell(house.played([link]) as Partial<Step>)
  expect(fair.failure).toBeNull()
  expect(fair.status).toMatchObject({ verified: 1, absent: [0, 0], anchors: [anchor, null] })
})

test('a game without fair dice has no status, and the device sends nothing', async () => {
  begin()
  tell(started(null), { e: played({ e: 'throw', seat: 0, dice: [1, 2] }) })
  expect(fair.status).toBeNull()
  expect(fair.failure).toBeNull()
  expect(said).toEqual([])
})

test('a failure and its evidence survive a reload', () => {
  begin()
  tell(started())
  const house = new FakeServer([null, null])
  tell(
    house.wanted() as Partial<Step>,
    house.played(
      [],
      [1, 1].map((face, at) => (house.dice([])[at]! % 6) + face),
    ) as Partial<Step>,
  )
  expect(fair.failure).toEqual({ why: 'dice', throw: 1, seat: null })
  const evidence = JSON.parse(fair.evidence) as { entries: { e: { t: string } }[] }
  expect(evidence.entries.map(({ e }) => e.t)).toEqual(['started', 'wanted', 'played'])
  const { evidence: before } = fair
  fair = come()
  begin()
  tell(started())
  expect(fair.failure?.why).toBe('dice')
  expect(fair.evidence).toBe(before)
})

test('at the end the secret must match the root', async () => {
  begin()
  tell(started(), { e: { t: 'disclosed', secrets } })
  tell(started(), { e: { t: 'disclosed', secrets: ['0'.repeat(64)] } })
  await vi.waitFor(() => expect(fair.failure?.why).toBe('secret'), PATIENCE)
  expect(JSON.parse(fair.evidence)).toMatchObject({ failure: { why: 'secret' } })
})

test('another root after a gap is detected', () => {
  begin()
  tell(started())
  const snapshot = (root: string): void =>
    fair.receive({
      ...{ m: 'snapshot', v: 90, now: 0, table: shown(0), game: null, told: [], clock: null },
      fair: {
        ...{ game: bond.game, table: bond.table, section: 0, root, anchors: [null, null], known: [null, null], coming: [] },
        ...{ want: null, wants: 0, throws: 0, absent: [0, 0], protests: [0, 0] },
      },
    })
  snapshot(bond.root)
  expect(fair.failure).toBeNull()
  snapshot('c'.repeat(64))
  expect(fair.failure?.why).toBe('root')
})
