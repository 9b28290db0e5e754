import { describe, expect, test } from 'vitest'
import { topMoves } from '../../src/coach/topMoves'
import type { Alternative, Analysis, Moment, Verdict } from '../../src/lib/messages'
import { across, down, line, luckBars, MARGIN, pointed } from '../../src/pages/replay/chart'
import { valueCurve, luckAt, nextSlip, sightOf, slipsOf, verdictAt } from '../../src/pages/replay/valueCurve'
import { ownSeat } from '../../src/pages/replay/ownSeat'

const moment = (event: number, first: number, verdict: Partial<Verdict> | null = null, luck = 0): Moment => ({
  event,
  chances: [first, 1 - first],
  luck: [luck, -luck],
  given: [0, 0],
  verdict: verdict && { seat: 0, made: 0, loss: 0, error: 0, kind: 'good', moves: [], exact: true, reasons: [], ...verdict },
  scene: [],
  position: '',
  errors: [],
})

/** A throw, a blunder, a throw, an inaccuracy of the other one, a good decision. */
const GAME: Analysis = {
  game: 'zock',
  names: ['Ada', 'Ben'],
  options: {},
  exact: true,
  moments: [
    moment(0, 0.5, null, 0.1),
    moment(1, 0.6, { kind: 'blunder', loss: 0.2 }),
    moment(2, 0.4, null, -0.1),
    moment(3, 0.3, { kind: 'inaccuracy', loss: 0.01, seat: 1 }),
    moment(4, 0.31, { kind: 'good' }),
  ],
  end: [1, 0],
  summaries: [],
  turning: [],
}

describe('an analysis by positions', () => {
  test('has one more position than events, the last is the result', () => {
    expect(valueCurve(GAME).map(([first]) => first)).toEqual([0.5, 0.6, 0.4, 0.3, 0.31, 1])
  })

  test('shows a decision before it is made and luck once the dice lie', () => {
    expect([verdictAt(GAME, 1)?.kind, verdictAt(GAME, 2), verdictAt(GAME, 5)]).toEqual(['blunder', null, null])
    expect([luckAt(GAME, 0), luckAt(GAME, 1), luckAt(GAME, 2)]).toEqual([null, [0.1, -0.1], null])
    expect([sightOf(GAME, 1), sightOf(GAME, 2)]).toEqual([1, 3])
  })

  test('finds the mistakes of a seat, and jumps between them', () => {
    const all = slipsOf(GAME)
    expect(all.map(({ at, seat }) => [at, seat])).toEqual([
      [1, 0],
      [3, 1],
    ])
    expect(slipsOf(GAME, 1).map(({ at }) => at)).toEqual([3])
    expect([nextSlip(all, 0, 1)?.at, nextSlip(all, 1, 1)?.at, nextSlip(all, 3, 1)]).toEqual([1, 3, null])
    expect([nextSlip(all, 5, -1)?.at, nextSlip(all, 3, -1)?.at, nextSlip(all, 1, -1)]).toEqual([3, 1, null])
  })
})

describe('the timeline', () => {
  const size = { width: 124, height: 74 }

  test('goes from edge to edge and from 100 % to 0 %', () => {
    expect([across(0, 5, size), across(5, 5, size), down(1, size), down(0, size)]).toEqual([MARGIN, 112, MARGIN, 62])
    expect(line([[1], [0]], 0, size)).toBe('M12.0 12.0L112.0 62.0')
    expect(across(0, 0, size)).toBe(MARGIN) // a record without events
  })

  test.each([0, 1, 2, 3, 4, 5])('a pointer at position %d selects it', (position) => {
    expect(pointed(across(position, 5, size), 5, size)).toBe(position)
  })

  test('a pointer outside selects the first or last position', () => {
    expect([pointed(-20, 5, size), pointed(500, 5, size)]).toEqual([0, 5])
  })

  test('draws luck up and bad luck down, scaled to the largest', () => {
    const bars = luckBars([0.1, 0, -0.2], { width: 124, height: 40 })
    expect(bars.map(({ y, height, good }) => [y, height, good])).toEqual([
      [10, 10, true],
      [20, 20, false],
    ])
    expect(luckBars([0, 0], size)).toEqual([])
    expect(luckBars([], size)).toEqual([])
  })
})

describe('the list of moves', () => {
  const moves = Array.from({ length: 8 }, (_, place) => ({ value: 1 - place / 10 }) as Alternative)
  const places = (made: number | null, all: boolean, count = 8): number[] =>
    topMoves(moves.slice(0, count), made, all).map(({ place }) => place)

  test('is short, but includes the move that was made', () => {
    expect(places(null, false)).toEqual([0, 1, 2, 3])
    expect(places(6, false)).toEqual([0, 1, 2, 3, 6])
    expect(places(6, true)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('hides no single move behind a button', () => expect(places(null, false, 5)).toEqual([0, 1, 2, 3, 4]))
})

test.each([
  [['Ada', 'Ben'], ' Ben ', 1],
  [['Ada', 'Ben'], '', null],
  [['Ada', 'Ben'], 'Cleo', null],
  [['Ada', 'Ada'], 'Ada', null],
] as const)('in %s, the name "%s" has seat %s', (names, own, seat) => expect(ownSeat(names, own)).toBe(seat))
