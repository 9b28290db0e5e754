import { describe, expect, it } from 'vitest'
import { cupsOf } from './cups'
import type { BeatShown } from '../contract'
import { shown } from './game.fixture'

const NAMES = ['Anna', 'Ben', 'Cem']

const cups = (game = shown(NAMES), beat: BeatShown | null = null) => cupsOf({ game, you: 0, beat }, 'Jörg')

describe('cups', () => {
  it('stand upright before the first throw, and shake in the beat of that', () => {
    const before = shown(NAMES, { view: { cups: [] } })
    expect(cups(before).map(({ stands }) => stands)).toEqual(['upright', 'upright', 'upright', 'upright'])
    const shaken = cups(before, { kind: 'shake', cups: [0, 1, 2, 3], v: 7 })
    expect(shaken.map(({ stands, dice }) => [stands, dice.length])).toEqual(Array(4).fill(['shaking', 0]))
  })

  it('are down while they hide dice, and lifted if all see them', () => {
    const game = shown(NAMES, { facts: { lifted: [false, true, false, false] } })
    expect(cups(game).map(({ stands }) => stands)).toEqual(['down', 'lifted', 'down', 'down'])
  })

  it('belong to the players, then to Jörg, who never decides', () => {
    const game = shown(NAMES, { pending: { kind: 'decision', seat: 1, moves: [] } })
    expect(cups(game).map(({ name, jorg }) => [name, jorg])).toEqual([
      ['Anna', false],
      ['Ben', false],
      ['Cem', false],
      ['Jörg', true],
    ])
    expect(cups(game).map(({ decides }) => decides)).toEqual([false, true, false, false])
  })
})
