import { describe, expect, it } from 'vitest'
import { numberIn, oneOf } from '../../src/pages/explorer/query.svelte'
import { moved, pairsFrom } from '../../src/pages/explorer/dicePairs'
import { fitting, roundIn, roundQuery } from '../../src/pages/explorer/round'
import { after, canLie, COVERED, OPEN } from '../../src/pages/explorer/schocken'
import { orderings, cellAt, staying, whiteAt } from '../../src/pages/explorer/chartCells'
import { addressOf, fitting as fittingTurn, possible, turnIn, turnQuery } from '../../src/pages/explorer/turn'
import { fieldsIn, turned } from '../../src/pages/explorer/zock'

describe('a query string', () => {
  it('is read, and malformed values get defaults', () => {
    expect([numberIn('3', 1, 5, 2), numberIn('9', 1, 5, 2), numberIn('x', 1, 5, 2), numberIn(undefined, 1, 5, 2)]).toEqual([
      3, 2, 2, 2,
    ])
    expect([oneOf('b', ['a', 'b']), oneOf('c', ['a', 'b'])]).toEqual(['b', 'a'])
  })
})

describe('the triangle of two dice', () => {
  it('has a cell for each pair', () => {
    expect(pairsFrom(1)).toHaveLength(21)
    expect(pairsFrom(5)).toEqual([
      [5, 5],
      [5, 6],
      [6, 6],
    ])
  })

  it('is navigated by arrow keys, within its edges', () => {
    expect(moved('ArrowRight', 3, 4)).toEqual([4, 4])
    expect(moved('ArrowRight', 4, 4)).toBeNull()
    expect(moved('ArrowUp', 4, 4)).toBeNull()
    expect(moved('ArrowDown', 1, 6)).toBeNull()
    expect(moved('ArrowLeft', 3, 4, 3)).toBeNull()
    expect(moved('a', 3, 4)).toBeNull()
  })
})

describe('flaps', () => {
  it('are turned over, but for the last one', () => {
    expect(turned([1, 9], 9)).toEqual([1])
    expect(turned([1], 1)).toEqual([1])
    expect(turned([1], 5)).toEqual([1, 5])
    expect([fieldsIn('913'), fieldsIn('x'), fieldsIn(undefined)]).toEqual([[1, 3, 9], fieldsIn(''), fieldsIn('123456789')])
  })
})

describe('a round of Schocken', () => {
  it('knows all throws', () => {
    expect(OPEN).toHaveLength(56)
    expect(new Set(COVERED).size).toBe(28) // nothing kept, one of six, two of twenty-one
  })

  it('is adjusted to the rules', () => {
    const round = roundIn({ players: '3', before: '652,441,111', limit: '3', throw: '2', stones: '9,9,9' })
    expect(round.before).toEqual(['1??', '441']) // the third throw of who begins is covered
    expect(round.stones.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(13)
    expect(fitting({ ...round, limit: 2 })).toMatchObject({ throw: 1, before: ['652', '441'] })
    expect(roundQuery(roundIn({}))).toEqual({ players: '2', house: 'plain', aim: 'half', throw: '1', stones: '0,0' })
  })

  it('has no seat that throws after it is out of the half', () => {
    const { stones } = roundIn({ players: '3', stones: '0,6,7' })
    expect(stones.reduce((sum, count) => sum + count, 0)).toBe(12)
  })

  it('covers the last throw at a pub', () => {
    expect(canLie(1, 2, 'plain')).toEqual({ open: true, covered: false })
    expect(canLie(1, 2, 'pub')).toEqual({ open: true, covered: true })
    expect(canLie(0, 3, 'pub')).toEqual({ open: false, covered: true })
  })

  it('shows which dice stay', () => {
    const kept = (keep: number[], flip = 0) =>
      after({ dice: [6, 6, 1] }, { stand: false, keep, flip }).map(({ value, stays }) => (stays ? value : 0))
    expect(kept([1])).toEqual([0, 0, 1])
    expect(kept([6, 6])).toEqual([6, 6, 0])
    expect(kept([1, 1], 1)).toEqual([1, 1, 0])
    expect(after({ dice: [6, 6, 1] }, { stand: true, keep: [], flip: 0 }).every(({ stays }) => stays)).toBe(true)
  })
})

describe("a turn of Zock'n'Roll", () => {
  const second = turnIn({ players: '4', round: '2', place: '2', fates: '2011', white: '6224' })

  it('makes the query of the server', () => {
    expect(turnQuery(second)).toEqual({ board: 'basic', players: '4', round: '2', white: '622', came: '1011', history: '0' })
    expect(turnQuery({ ...second, round: 1, fates: ['in', 'first', 'in', 'in'] })).toEqual({
      board: 'basic',
      players: '4',
      history: '10',
    })
    expect(turnIn(addressOf(second))).toEqual(second)
  })

  it('leaves later places undecided', () => {
    expect(possible({ round: 2, place: 1 }, 2)).toEqual(['in', 'first'])
    expect(fittingTurn({ ...second, place: 0 }).fates).toEqual(['in', 'first', 'in', 'in'])
    expect(fittingTurn(second, 3)).toMatchObject({ place: 2, fates: ['second', 'first', 'in'] })
  })

  it('is read off the chart', () => {
    const chart = {
      asked: { players: 4, board: 'basic', royal_pairs: '456', round: 1, history: [], white: [], came: [] } as const,
      whites: [
        [1, 1, 2],
        [1, 2, 6],
      ],
      cups: [
        [1, 1],
        [1, 2],
      ],
      stay: [
        [1, 0.5],
        [0, 1],
      ],
      row: [
        [0, -1],
        [1, 1],
      ],
      drop: [
        [10, 1],
        [4, 4],
      ],
      rows: ['four_of_a_kind', 'two_pairs'],
    }
    expect(whiteAt({ ...chart, asked: { ...chart.asked, history: [], white: [], came: [] } }, [6, 2, 1, 3])).toBe(1)
    expect(cellAt(chart, [2, 1], 0)).toEqual({ stay: 0, drop: 4, row: 'two_pairs' })
    expect(cellAt(chart, [1, 1], 1).row).toBeNull()
    expect(staying(chart, 1)).toBeCloseTo((1 * 0.5 + 2 * 1) / 3)
    expect(
      [
        [1, 1],
        [1, 2],
        [1, 1, 1],
        [1, 1, 2],
        [1, 2, 3],
      ].map(orderings),
    ).toEqual([1, 2, 1, 3, 6])
  })
})
