import { describe, expect, it } from 'vitest'
import type { ZocknrollShown } from '../../lib/messages'
import { liftingOrder, verdictOf } from './showdown'
import { shown } from './game.fixture'

const NAMES = ['Anna', 'Ben', 'Cem']
const HANDS = [['full_house'], ['pair'], ['full_house'], ['full_house']]
const verdict = (facts: Parameters<typeof shown>[1]) => verdictOf(shown(NAMES, facts), 'Jörg')

describe('the verdict', () => {
  it('waits until the cups are lifted', () => expect(verdict({})).toBeNull())

  it('names the only best hand', () => {
    expect(verdict({ facts: { best: [1], hands: HANDS } })).toEqual({
      key: 'web-zocknroll-won',
      names: ['Ben'],
      row: 'pair',
    })
  })

  it('names all of a tie, Jörg included', () => {
    const tied = { key: 'web-zocknroll-tied', names: ['Anna', 'Cem', 'Jörg'], row: 'full_house' }
    expect(verdict({ facts: { best: [0, 2, 3], hands: HANDS } })).toEqual(tied)
    expect(verdict({ facts: { best: [0, 2], hands: HANDS } })).toEqual({ ...tied, names: ['Anna', 'Cem'] })
  })

  it('says that Jörg has won', () => {
    expect(verdict({ facts: { best: [3], hands: HANDS } })?.key).toBe('web-zocknroll-jorg-won')
  })

  it('says that all have dropped, though not before the first throw', () => {
    const out = { inside: [false, false, false] }
    expect(verdict({ facts: out })?.key).toBe('web-zocknroll-all-out')
    expect(verdict({ facts: out, view: { cups: [] } })).toBeNull()
  })
})

describe('the cups of round 3', () => {
  const order = (facts: Partial<ZocknrollShown['facts']>) => liftingOrder(shown(NAMES, { view: { starter: 2 }, facts }))

  it('are lifted around the table from the starter on, then Jörg’s; who has dropped lies open already', () => {
    expect(order({})).toEqual([2, 0, 1, 3])
    expect(order({ inside: [true, false, true] })).toEqual([2, 0, 3])
  })

  it('end with that of the leader by points, whatever the dice are', () => {
    expect(order({ places: [2, 3, 1] })).toEqual([0, 1, 3, 2])
    expect(order({ places: [1, 1, 3] })).toEqual([2, 0, 1, 3])
    expect(order({ places: [2, 1, 3], inside: [true, false, true] })).toEqual([2, 3, 0])
    expect(order({ hands: [['five_of_a_kind'], [], [], []] })).toEqual([2, 0, 1, 3])
  })
})
