import { expect, test } from 'vitest'
import type { SchockenShown, SeatShown, ZocknrollShown } from '../lib/messages'
import { symbolsAt, symbolsOf, symbolsOfMark } from './symbols'

const schocken = (covered: boolean, standings: number[] = []): SchockenShown =>
  ({
    game: 'schocken',
    view: { beginner: 1 },
    facts: { covered: [covered, false], ranks: [null, null], out: [false, true], order: [1, 0], standings },
  }) as unknown as SchockenShown

test('a tap explains what is drawn for the seat, and nothing else', () => {
  expect(symbolsOf(schocken(true), 0)).toEqual(['stones', 'covered'])
  expect(symbolsOf(schocken(false), 0)).toEqual(['stones'])
  expect(symbolsOf(schocken(false), 1)).toEqual(['stones', 'out-half'])
})

test('on the table there are the beginner, the throws, and best and lowest once the round is over', () => {
  expect(symbolsAt(schocken(true), 0)).toEqual(['throws', 'stones', 'covered'])
  expect(symbolsAt(schocken(false, [1, 0]), 1)).toEqual(['starter', 'throws', 'stones', 'out-half', 'highest'])
  expect(symbolsAt(schocken(false, [1, 0]), 0)).toEqual(['throws', 'stones', 'lowest'])
})

test('in a turn of Zock’n’Roll a seat is in or out', () => {
  const game = (dropped: number, cups: number[][]): ZocknrollShown =>
    ({ game: 'zocknroll', view: { cups, dropped: [dropped] }, facts: { places: [1], scores: [5] } }) as unknown as ZocknrollShown
  expect(symbolsOf(game(0, [[0, 0]]), 0)).toEqual(['score', 'leads', 'in'])
  expect(symbolsOf(game(2, [[3, 4]]), 0)).toEqual(['score', 'leads', 'gained', 'out-turn'])
  expect(symbolsOf(game(0, []), 0)).toEqual(['score', 'leads'])
})

test('the mark tells a bot from a person, who may be away', () => {
  const seat = (kind: SeatShown['kind'], away: SeatShown['away'] = null) => ({ kind, away }) as SeatShown
  expect(symbolsOfMark(seat('bot'), true, false)).toEqual(['bot'])
  expect(symbolsOfMark(seat('person', 'time'), false, true)).toEqual(['person', 'away', 'not-here', 'clock'])
})
