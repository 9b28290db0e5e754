import { describe, expect, test } from 'vitest'
import { shown } from '../games/zocknroll/game.fixture'
import type { AnyGame } from '../games/contract'
import type { SchockenShown, ZockShown } from '../lib/messages'
import { Entry } from './entry.svelte'
import { countOf, drawn, lineOf, mayTell, questionOf, type DiceQuestion, type Question } from './question'

const NAMES = ['Anna', 'Ben', 'Cem']
const DOWN = [0, 0]

function asked(game: AnyGame): Question {
  const question = questionOf(game)
  if (!question) throw new Error('nothing is asked')
  return question
}

function dice(game: AnyGame): DiceQuestion {
  const question = asked(game)
  if (question.kind !== 'dice') throw new Error(question.kind)
  return question
}

describe("Zock'n'Roll", () => {
  const table = (phase: 'starter' | 'white' | 'decide' | 'drop' | 'lift' | 'mark' | 'over' | 'cups', view = {}, rest = {}) =>
    shown(NAMES, { view: { phase, white: [], cups: [DOWN, DOWN, DOWN, DOWN], queue: [], ...view }, ...rest })

  test('who starts is a name', () => {
    const question = asked(table('starter'))
    expect(question.kind === 'starter' && question.events).toEqual([0, 1, 2].map((seat) => ({ e: 'starter', seat })))
    expect(question.seat).toBeNull()
  })

  test('three white dice, then one and one; they belong to no seat', () => {
    for (const [white, count, place] of [
      [[], 3, 1],
      [[1, 2, 3], 1, 4],
      [[1, 2, 3, 4], 1, 5],
    ] as const) {
      const question = dice(table('white', { white }))
      expect([countOf(question), question.seat, question.said.values]).toEqual([count, null, { place }])
      expect(question.event([5])).toEqual({ e: 'white', dice: [5] })
    }
  })

  test('a face-down cup stays by one tap, or is lifted with its dice', () => {
    const question = asked(table('decide', { white: [1, 2, 3], queue: [1, 2] }))
    if (question.kind !== 'cup') throw new Error(question.kind)
    expect(question.stay).toEqual({ e: 'stay', seat: 1 })
    expect(countOf(question.lift)).toBe(2)
    expect(question.lift.event([3, 5])).toEqual({ e: 'lift', seat: 1, dice: [3, 5] })
    expect(question.said.values).toEqual({ name: 'Ben' })
  })

  test('after lifting the rows come best first', () => {
    const moves = [
      { e: 'drop' as const, seat: 1, row: 'full_house' },
      { e: 'drop' as const, seat: 1, row: 'pair' },
    ]
    const game = table('drop', { white: [1, 2, 3], queue: [1] }, { pending: { kind: 'decision', seat: 1, moves } })
    const question = asked(game)
    expect(question).toMatchObject({ kind: 'choice', ranked: true, seat: 1 })
    expect(question.kind === 'choice' && question.options.map(({ event }) => event)).toEqual(moves)
  })

  test('where no row can be formed, the drop says so', () => {
    const moves = [{ e: 'drop' as const, seat: 1, row: null }]
    const none = asked(table('drop', { white: [1, 2, 3], queue: [1] }, { pending: { kind: 'decision', seat: 1, moves } }))
    expect(none.kind === 'choice' && none.options[0]!.said.key).toBe('web-real-no-row-first')
  })

  test('in round 3 cups are lifted in order, and any phone may tell the one of Jörg', () => {
    const [ben, jorg] = [2, 3].map((seat) => dice(table('lift', { white: [1, 2, 3, 4, 5], queue: [seat] })))
    expect([ben!.seat, ben!.said.key]).toEqual([2, 'web-real-ask-lift'])
    expect([jorg!.seat, jorg!.said.key]).toEqual([null, 'web-real-ask-jorg'])
    expect(jorg!.event([6, 6])).toEqual({ e: 'lift', seat: 3, dice: [6, 6] })
  })

  test('nothing is asked while the table throws the cups, and when the game is over', () => {
    expect(questionOf(table('cups'))).toBeNull()
    expect(questionOf(table('over'))).toBeNull()
  })
})

describe('ZOCK', () => {
  const OPEN = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const table = (phase: string, view = {}, moves: object[] = []) =>
    ({
      game: 'zock',
      names: ['Anna', 'Ben'],
      pending: { kind: 'tell', seat: 0, moves },
      view: { options: {}, phase, seat: 0, open: [OPEN, OPEN], dice: [], games: [], ...view },
    }) as unknown as ZockShown

  test('a roll-off asks both, one after the other', () => {
    const question = dice(table('roll_off'))
    expect(countOf(question)).toBe(4)
    expect([0, 1, 2, 3].map((told) => lineOf(question, told).values!.name)).toEqual(['Anna', 'Anna', 'Ben', 'Ben'])
    expect(question.event([1, 2, 3, 4])).toEqual({
      e: 'roll_off',
      dice: [
        [1, 2],
        [3, 4],
      ],
    })
  })

  test('two dice, then one of the covers', () => {
    expect(dice(table('throw', { seat: 1 })).event([3, 6])).toEqual({ e: 'throw', seat: 1, dice: [3, 6] })
    const moves = [
      { e: 'cover', seat: 0, fields: [3, 6] },
      { e: 'cover', seat: 0, fields: [9] },
    ]
    const question = asked(table('cover', {}, moves))
    expect(question.kind === 'choice' && question.options.map(({ event }) => event)).toEqual(moves)
  })

  test('players as referees cover freely, object before they throw, and accept the end (K9)', () => {
    const free = asked(table('cover', { options: { referee: 'players' } }))
    expect(free.kind === 'fields' && free.cover([2, 7])).toEqual({ e: 'cover', seat: 0, fields: [2, 7] })
    expect(dice(table('object')).options.map(({ event }) => event)).toEqual([{ e: 'object', seat: 0 }])
    const end = asked(table('accept'))
    expect(end.kind === 'choice' && end.options.map(({ event }) => event.e)).toEqual(['accept', 'object'])
  })
})

describe('Schocken', () => {
  const table = (phase: string, { covered = false, hand = {}, moves = [] as object[] } = {}) =>
    ({
      game: 'schocken',
      names: ['Anna', 'Ben'],
      pending: { kind: 'tell', seat: 1, moves },
      real: { told: 4, undo: 3, covered },
      view: { phase, seat: 1, rounds: 0, lost: [], hands: [{}, { kept: [], thrown: [], throws: 0, ...hand }] },
    }) as unknown as SchockenShown

  test('an open throw is told, a covered one is one tap', () => {
    expect(dice(table('throw')).event([1, 2, 3])).toEqual({ e: 'throw', seat: 1, keep: [], dice: [1, 2, 3] })
    const covered = asked(table('throw', { covered: true }))
    expect(covered.kind === 'choice' && covered.options.map(({ event }) => event)).toEqual([
      { e: 'throw', seat: 1, keep: [], dice: [0, 0, 0] },
    ])
  })

  test('lifting asks for the dice under the cup only', () => {
    const question = dice(table('lift', { hand: { kept: [1], thrown: [0, 0], throws: 3 } }))
    expect([countOf(question), question.beside]).toEqual([2, [1]])
    expect(question.event([4, 4])).toEqual({ e: 'lift', seat: 1, dice: [4, 4] })
  })

  test('a decision offers what the server offers', () => {
    const moves = [
      { e: 'stand', seat: 1 },
      { e: 'throw', seat: 1, keep: [1], dice: [0, 0] },
    ]
    const question = asked(table('decide', { moves, hand: { thrown: [1, 2, 5], throws: 1 } }))
    expect(question).toMatchObject({ kind: 'keep', stand: { e: 'stand', seat: 1 }, covered: false, throws: [moves[1]] })
  })
})

test('a phone tells for its own seats, and what belongs to no seat', () => {
  const [own, other, none] = [1, 0, null].map((seat) => ({ seat }) as Question)
  expect([own, other, none].map((question) => mayTell(question!, [1], true))).toEqual([true, false, true])
  expect([own, other, none].map((question) => mayTell(question!, [0, 1], true))).toEqual([true, true, true])
  expect([own, other, none].map((question) => mayTell(question!, [], false))).toEqual([false, false, false])
})

test('lots reach every seat, and never one that does not exist', () => {
  expect([0, 0.33, 0.34, 0.99, 1].map((random) => drawn([0, 1, 2], () => random))).toEqual([0, 0, 1, 2, 2])
})

describe('dice that are tapped', () => {
  const question = dice(shown(NAMES, { view: { phase: 'white', white: [] } }))

  test('the last one makes the event, and none goes beyond', () => {
    const entry = new Entry()
    expect([4, 1].map((value) => entry.add(question, value))).toEqual([null, null])
    expect(entry.of(question)).toEqual([4, 1])
    expect(entry.add(question, 6)).toEqual({ e: 'white', dice: [4, 1, 6] })
    expect(entry.add(question, 2)).toBeNull()
    expect(entry.of(question)).toEqual([4, 1, 6])
    entry.clear()
    expect(entry.of(question)).toEqual([])
  })

  test('the last one can be removed, and another question begins empty', () => {
    const entry = new Entry()
    entry.add(question, 4)
    expect(entry.of({ ...question, id: 'next' })).toEqual([])
    for (const left of [[], []]) {
      entry.remove(question)
      expect(entry.of(question)).toEqual(left)
    }
  })
})
