import { describe, expect, it } from 'vitest'
import { liftDelay, showdownMs, verdictOf } from './showdown'
import { lasts } from './timing'
import { entry, shown } from './game.fixture'

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

describe('the showdown', () => {
  it('keeps the order of the cups and has an end, for one cup and for thirteen', () => {
    for (let cups = 1; cups <= 13; cups++) {
      const delays = Array.from({ length: cups }, (_, place) => liftDelay(place, cups))
      expect(delays).toEqual([...new Set(delays)].sort((a, b) => a - b))
      expect(showdownMs(cups)).toBeGreaterThan(delays.at(-1)!)
      expect(showdownMs(cups)).toBeLessThan(7000)
    }
  })

  it('is waited for before the table goes on', () => {
    const last = shown(NAMES, { view: { white: [1, 2, 3, 4, 5] } })
    expect(lasts(entry('played', { e: 'white', dice: [5] }, last))).toBeGreaterThan(showdownMs(4))
    const fourth = shown(NAMES, { view: { white: [1, 2, 3, 4] } })
    expect(lasts(entry('played', { e: 'white', dice: [4] }, fourth))).toBeLessThan(showdownMs(1))
  })

  it('takes no time for what has nothing to show', () => {
    expect(lasts({ v: 3, at: 0, e: { t: 'emoted', seat: 0, emote: 'hello' } })).toBe(0)
    expect(lasts(entry('wanted', { e: 'white', dice: [0] }))).toBe(0)
  })
})
