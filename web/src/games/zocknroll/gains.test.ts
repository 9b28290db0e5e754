import { expect, test } from 'vitest'
import type { ZocknrollShown } from '../../lib/messages'
import { Gains } from './gains'

const shown = (turn: number, scores: number[], inside: boolean[], best: number[] = []) =>
  ({ facts: { turn, scores, inside, best } }) as unknown as ZocknrollShown

test('a turn brings what has been marked since its cups were thrown', () => {
  const gains = new Gains()
  expect(gains.of(shown(1, [3, 0], [true, true]))).toEqual([0, 0])
  expect(gains.of(shown(1, [8, 0], [false, true]))).toEqual([5, 0])
  expect(gains.of(shown(1, [8, 6], [false, true], [1]))).toEqual([5, 6])
  expect(gains.of(shown(2, [8, 6], [true, true]))).toEqual([0, 0])
})

test('a page opened in the middle of a turn shows no gains', () => {
  expect(new Gains().of(shown(4, [8, 6], [false, true]))).toEqual([0, 0])
})
