import { describe, expect, it } from 'vitest'
import type { ZocknrollEvent } from '../../lib/messages'
import { offersOf } from './moves'
import { choicesOf, shown } from './game.fixture'

const NAMES = ['Anna', 'Ben', 'Cem', 'Dörte']
const DECIDING: ZocknrollEvent[] = [
  { e: 'stay', seat: 0 },
  { e: 'drop', seat: 0, row: 'three_of_a_kind' },
  { e: 'drop', seat: 0, row: 'pair' },
]
const MARKING: ZocknrollEvent[] = [
  { e: 'mark', seat: 0, row: 'full_house' },
  { e: 'mark', seat: 0, row: 'pair' },
]
const asked = (moves: ZocknrollEvent[], seat = 0) => shown(NAMES, { pending: { kind: 'decision', seat, moves } })

describe('offers', () => {
  it('are to stay, the best row and the others, each with its key', () => {
    const { stay, best, others } = offersOf(asked(DECIDING), 0, choicesOf(DECIDING))
    expect([stay, best, ...others].map((offer) => offer?.place)).toEqual([0, 1, 2])
    expect(best?.move).toEqual(DECIDING[1])
    expect(best?.choice?.move).toEqual(DECIDING[1])
  })

  it('have no staying after round 3', () => {
    const { stay, best, others } = offersOf(asked(MARKING), 0, null)
    expect(stay).toBeNull()
    expect(best).toEqual({ move: MARKING[0], place: 0, choice: null })
    expect(others).toHaveLength(1)
  })

  it('do not take the words of another decision', () => {
    expect(offersOf(asked(DECIDING), 0, choicesOf(MARKING)).stay?.choice).toBeNull()
    const worse: ZocknrollEvent[] = [DECIDING[0]!, { e: 'drop', seat: 0, row: 'full_house' }, DECIDING[2]!]
    expect(offersOf(asked(DECIDING), 0, choicesOf(worse)).best?.choice).toBeNull()
  })

  it('are none for others, for spectators and while dice fall', () => {
    const none = { stay: null, best: null, others: [] }
    expect(offersOf(asked(DECIDING, 1), 0, null)).toEqual(none)
    expect(offersOf(asked([], 1), null, null)).toEqual(none)
    expect(offersOf(shown(NAMES), 0, null)).toEqual(none)
  })
})
