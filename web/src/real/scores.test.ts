import { expect, test } from 'vitest'
import { shown } from '../games/zocknroll/game.fixture'
import { SCHOCKEN } from '../../tests/recorded'
import type { Telling } from '../lib/messages'
import { seatLines } from './scores'
import { newestFirst, withdrawn } from './undo'

test("Zock'n'Roll: points, who leads, who is out, and Jörg without points", () => {
  const game = shown(['Anna', 'Ben', 'Cem'], {
    view: {
      starter: 1,
      cups: [
        [3, 4],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      dropped: [1, 0, 0],
      phase: 'decide',
    },
    facts: { scores: [5, 9, 9], inside: [false, true, true], hands: [['pair'], [], [], []] },
    pending: { kind: 'decision', seat: 2, moves: [] },
  })
  const lines = seatLines(game)
  expect(lines.map(({ name, score }) => [name, score])).toEqual([
    ['Anna', 5],
    ['Ben', 9],
    ['Cem', 9],
    [null, null],
  ])
  expect(lines.map(({ leads }) => leads)).toEqual([false, true, true, false])
  expect(lines.map(({ starts, asked, out }) => [starts, asked, out])).toEqual([
    [false, false, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])
  expect(lines[0]).toMatchObject({ dice: [3, 4], note: { key: 'row-pair' } })
})

test('Schocken: stones, and the best and lowest throw of a finished round', () => {
  const ended = SCHOCKEN.flat().find(({ before, after }) => after.view.rounds > before.view.rounds)!.after
  const lines = seatLines(ended)
  expect(lines.map(({ score }) => score)).toEqual(ended.view.stones)
  expect(lines.find(({ mark }) => mark === 'best')!.seat).toBe(ended.facts.standings[0])
  expect(lines.find(({ mark }) => mark === 'lowest')!.seat).toBe(ended.facts.standings.at(-1))
})

test('taking back withdraws the chosen telling and all after it', () => {
  const told = [0, 2, 3, 5].map((to) => ({ to }) as Telling)
  expect(newestFirst(told).map(({ to }) => to)).toEqual([5, 3, 2, 0])
  expect(told.map((telling) => withdrawn(told, telling))).toEqual([4, 3, 2, 1])
})
