import { expect, test } from 'vitest'
import type { SchockenThrow } from '../lib/messages'
import { keepingOf, thrown } from './keep'
import type { KeepQuestion } from './question'

/** All throws after 6-6-1: any one or two dice kept, or a one made of two sixes (H1). */
const THROWS: SchockenThrow[] = [
  { e: 'throw', seat: 0, keep: [], dice: [0, 0, 0] },
  { e: 'throw', seat: 0, keep: [1], dice: [0, 0] },
  { e: 'throw', seat: 0, keep: [6], dice: [0, 0] },
  { e: 'throw', seat: 0, keep: [1, 6], dice: [0] },
  { e: 'throw', seat: 0, keep: [6, 6], dice: [0] },
  { e: 'throw', seat: 0, keep: [1], dice: [0, 0], flip: 1 },
  { e: 'throw', seat: 0, keep: [1, 1], dice: [0], flip: 1 },
]
const QUESTION = {
  kind: 'keep',
  id: 'x',
  seat: 0,
  said: { key: '' },
  hand: { kept: [], thrown: [6, 6, 1], throws: 1 },
  throws: THROWS,
  stand: { e: 'stand', seat: 0 },
  covered: false,
} satisfies KeepQuestion

test('the dice that stay decide how many are told', () => {
  expect(keepingOf(QUESTION, new Set(), 0)).toMatchObject({ rest: 3, move: { keep: [] } })
  expect(keepingOf(QUESTION, new Set([2]), 0)).toMatchObject({ rest: 2, move: { keep: [1] } })
  expect(keepingOf(QUESTION, new Set([0, 2]), 0)).toMatchObject({ rest: 1, move: { keep: [1, 6] } })
  expect(keepingOf(QUESTION, new Set([0, 1, 2]), 0).move).toBeNull()
})

test('a one made of sixes stays, and one six is thrown again (H1)', () => {
  const turned = keepingOf(QUESTION, new Set([2]), 1)
  expect(turned.flips).toEqual([0, 1])
  expect(turned.dice.map(({ value, fixed }) => [value, fixed])).toEqual([
    [1, 'kept'],
    [6, 'thrown'],
    [1, null],
  ])
  expect(turned).toMatchObject({ rest: 1, move: { keep: [1, 1], flip: 1 } })
})

test('dice are told, or stay face down', () => {
  const { move } = keepingOf(QUESTION, new Set([2]), 0)
  expect(thrown(move!, [4, 2])).toEqual({ e: 'throw', seat: 0, keep: [1], dice: [4, 2] })
  expect(thrown(move!, null)).toEqual({ e: 'throw', seat: 0, keep: [1], dice: [0, 0] })
})
