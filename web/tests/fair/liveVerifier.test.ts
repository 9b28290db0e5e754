import { describe, expect, test } from 'vitest'
import { Chain } from '../../src/fair/hashChain'
import { runToEnd } from '../../src/fair/timeSlices'
import { digest, hex } from '../../src/fair/hashing'
import { SPARE, THROWS } from '../../src/fair/merkleTree'
import { type LoggedEntry, LiveVerifier } from '../../src/fair/liveVerifier'
import type { GameEvent } from '../../src/lib/messages'
import { played } from '../entries'
import { bond, FakeServer, shown, TABLE } from './fakeServer'

const chain = runToEnd(Chain.of(digest('test device')))
const anchor = hex(chain.anchor)
const link = (place: number): string => hex(chain.link(place))

function begun(): { watch: LiveVerifier; house: FakeServer; tell: (...told: LoggedEntry[]) => void } {
  const watch = LiveVerifier.begin(bond, shown())
  const tell = (...told: LoggedEntry[]): void => told.forEach((each) => watch.take(each))
  tell({ e: { t: 'anchored', seat: 0, anchor } })
  return { watch, house: new FakeServer([anchor, null]), tell }
}

test('valid throws are counted, and absent devices', () => {
  const { watch, house, tell } = begun()
  tell(house.wanted(), house.played([link(1)]))
  tell(house.wanted(), house.played([null]))
  tell(house.wanted(), house.played([link(3)]))
  expect(watch.failure).toBeNull()
  expect(watch.verified).toBe(3)
  expect(watch.commitments.absent).toEqual([1, 0])
})

test('a root must not be used twice', () => {
  const { watch, tell } = begun()
  watch.throws = THROWS - SPARE + 1
  tell({ e: { t: 'rooted', root: 'c'.repeat(64) } })
  expect(watch.failure).toBeNull()
  tell({ e: { t: 'rooted', root: bond.root } })
  expect(watch.failure).toEqual({ why: 'again', throw: null, seat: null })
})

test('a new root must not come while keys are left', () => {
  const { watch, tell } = begun()
  watch.throws = THROWS - SPARE
  tell({ e: { t: 'rooted', root: 'c'.repeat(64) } })
  expect(watch.failure).toEqual({ why: 'early', throw: null, seat: null })
})

describe('a failure is found at its throw', () => {
  test('when a die differs', () => {
    const { watch, house, tell } = begun()
    tell(house.wanted(), house.played([link(1)]), house.wanted())
    const [one, two] = house.dice([link(2)])
    tell(house.played([link(2)], [(one! % 6) + 1, two!]))
    expect(watch.failure).toEqual({ why: 'dice', throw: 2, seat: null })
    expect(watch.verified).toBe(1)
  })

  test('when a link is not of the chain', () => {
    const { watch, house, tell } = begun()
    tell(house.wanted(), house.played([link(2)]))
    expect(watch.failure).toEqual({ why: 'promise', throw: 1, seat: 0 })
  })

  test('when a device is left out', () => {
    const { watch, house, tell } = begun()
    tell(house.wanted(), house.played([]))
    expect(watch.failure).toEqual({ why: 'links', throw: 1, seat: null })
  })

  test('when the key belongs to another throw', () => {
    const { watch, house, tell } = begun()
    tell(house.wanted(), { ...house.played([link(1)]), proofs: [{ ...house.proof(7), throw: 0 }] })
    expect(watch.failure?.why).toBe('key')
  })

  test('when there is no key', () => {
    const { watch, house, tell } = begun()
    tell(house.wanted(), { ...house.played([link(1)]), proofs: [] })
    expect(watch.failure).toEqual({ why: 'unproven', throw: 1, seat: null })
  })

  test('when dice were not wanted, or wanted for another event', () => {
    const unasked = begun()
    unasked.tell(unasked.house.played([link(1)]))
    expect(unasked.watch.failure?.why).toBe('unwanted')
    const skipped = begun()
    skipped.house.wants = 1
    skipped.tell(skipped.house.wanted())
    expect(skipped.watch.failure?.why).toBe('number')
  })

  test.each([
    ['a name', TABLE.replace('Ben', 'Bob')],
    ['an option', TABLE.replace('"games":1', '"games":3')],
    ['the game', TABLE.replace('"zock"', '"schocken"')],
    ['everything', 'nothing'],
  ])('when the header binds another table: %s', (_, table) => {
    expect(LiveVerifier.begin({ ...bond, table }, shown()).failure?.why).toBe('table')
  })
})

test('an anchor that comes during a want counts from the next one on', () => {
  const { watch, house, tell } = begun()
  const other = runToEnd(Chain.of(digest('another device')))
  tell(house.wanted(), { e: { t: 'anchored', seat: 0, anchor: hex(other.anchor) } }, house.played([link(1)]))
  house.anchors[0] = hex(other.anchor)
  tell(house.wanted(), house.played([hex(other.link(1))]))
  expect(watch.failure).toBeNull()
  expect(watch.verified).toBe(2)
})

test('a page opened in the middle verifies from there, and counts what it has not seen', () => {
  const house = new FakeServer([anchor, null])
  const before = [house.dice([link(1)]), house.played([link(1)])]
  expect(before).toHaveLength(2)
  const fair = {
    ...{ game: bond.game, table: TABLE, section: 0, root: bond.root, anchors: [{ anchor, since: 0 }, null] },
    ...{
      known: [{ want: 0, link: link(1) }, null],
      coming: [],
      want: null,
      wants: 1,
      throws: 1,
      absent: [0, 0],
      protests: [0, 0],
    },
  }
  const watch = LiveVerifier.join(fair, shown())
  watch.take(house.wanted())
  watch.take(house.played([link(2)]))
  expect(watch.failure).toBeNull()
  expect([watch.verified, watch.later]).toEqual([1, 1])
})

test('dice in a cup are verified when it is lifted', () => {
  const cups = (faces: number[]): never => ({ game: 'zocknroll', view: { cups: [[0, 0], faces] } }) as never
  const lift = (change: number): LiveVerifier => {
    const { watch, house, tell } = begun()
    const fell = house.dice([link(1)], 1)
    const event: GameEvent = {
      e: 'cups',
      dice: [
        [0, 0],
        [0, 0],
      ],
    }
    tell(house.wanted(event), { e: played(event, [link(1)]), game: cups([0, 0]) })
    expect([watch.verified, watch.covered.length]).toEqual([0, 2])
    const lies = [...fell].sort()
    tell({
      e: played({ e: 'drop', seat: 1, row: null }),
      proofs: [house.proof(1)],
      game: cups([((lies[0]! + change - 1) % 6) + 1, lies[1]!]),
    })
    return watch
  }
  expect(lift(0)).toMatchObject({ verified: 1, failure: null })
  expect(lift(0).covered).toHaveLength(1)
  expect(lift(1).failure).toEqual({ why: 'dice', throw: 2, seat: null })
})
