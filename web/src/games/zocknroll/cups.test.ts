import { describe, expect, it } from 'vitest'
import { cupsOf } from './cups'
import { entry, shown } from './game.fixture'

const NAMES = ['Anna', 'Ben', 'Cem']
const SHOWDOWN = {
  white: [1, 2, 3, 4, 6],
  cups: [
    [3, 3],
    [1, 1],
    [2, 5],
    [6, 6],
  ],
  dropped: [0, 1, 0],
  phase: 'mark' as const,
  starter: 2,
}
const OPEN = {
  lifted: [true, true, true, true],
  inside: [true, false, true],
  best: [2],
  hands: [['three_of_a_kind'], ['pair'], ['large_straight'], ['three_of_a_kind']],
}

const cups = (game = shown(NAMES), step: Parameters<typeof cupsOf>[0]['step'] = null, you: number | null = 0) =>
  cupsOf({ game, you, step }, 'Jörg')

describe('cups', () => {
  it('stand upright before the first throw, and shake while dice are wanted', () => {
    const before = shown(NAMES, { view: { cups: [] } })
    expect(cups(before).map(({ stands }) => stands)).toEqual(['upright', 'upright', 'upright', 'upright'])
    const wanted = entry('wanted', { e: 'cups', dice: [] })
    expect(cups(shown(NAMES), wanted).map(({ stands, dice }) => [stands, dice.length])).toEqual(Array(4).fill(['shaking', 0]))
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

  it('go up one after the other in round 3, from the starter on, Jörg last; who has dropped lies open already', () => {
    const game = shown(NAMES, { view: SHOWDOWN, facts: OPEN })
    const [anna, ben, cem, jorg] = cups(game, entry('played', { e: 'white', dice: [6] }, game))
    expect(ben?.delay).toBe(0)
    expect(cem?.delay).toBeGreaterThan(0)
    expect(anna?.delay).toBeGreaterThan(cem!.delay)
    expect(jorg?.delay).toBeGreaterThan(anna!.delay)
    expect([anna, ben, cem, jorg].map((cup) => cup?.best)).toEqual([false, false, true, false])
  })

  it('do not reveal by the next decision who will be best', () => {
    const game = shown(NAMES, { view: SHOWDOWN, facts: OPEN, pending: { kind: 'decision', seat: 2, moves: [] } })
    expect(cups(game, entry('played', { e: 'white', dice: [6] }, game)).some(({ decides }) => decides)).toBe(false)
    expect(cups(game)[2]?.decides).toBe(true)
  })

  it('just lie there in a position that nothing leads to', () => {
    expect(cups(shown(NAMES, { view: SHOWDOWN, facts: OPEN })).map(({ delay }) => delay)).toEqual([0, 0, 0, 0])
  })
})
