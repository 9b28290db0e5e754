import { expect, test } from 'vitest'
import type { GameLine, PlayerStats } from '../../src/lib/messages'
import { byGame, only, outcome, ownNames, share } from '../../src/pages/history/playerStats'

const stats = (name: string, game: string, games: number): PlayerStats => ({
  name,
  game,
  games,
  wins: 1,
  points: 0,
  best: 0,
  streak: 0,
  longest: 0,
})

test('players are listed by game, those with most games first', () => {
  const all = [stats('Ben', 'zock', 2), stats('Anna', 'zock', 2), stats('Cleo', 'schocken', 1), stats('Dora', 'zock', 7)]
  const names = byGame(all, 'all', new Set()).map(([game, players]) => [game, players.map(({ name }) => name)])
  expect(names).toEqual([
    ['zock', ['Dora', 'Anna', 'Ben']],
    ['schocken', ['Cleo']],
  ])
  expect(byGame(all, 'zocknroll', new Set())).toEqual([])
  expect(only(all, 'schocken')).toHaveLength(1)
})

test('all own names come first', () => {
  const lines = [
    { names: ['Ben', 'Anna'], seat: 1 },
    { names: ['Ada', 'Ben'], seat: 0 },
    { names: ['Cleo'], seat: null },
  ]
  const own = ownNames(lines as unknown as GameLine[])
  expect(own).toEqual(new Set(['Anna', 'Ada']))
  const all = [stats('Ben', 'zock', 9), stats('Ada', 'zock', 2), stats('Anna', 'zock', 3)]
  expect(byGame(all, 'all', own)[0]?.[1].map(({ name }) => name)).toEqual(['Anna', 'Ada', 'Ben'])
})

test('the share is 0 without games', () => {
  expect(share({ games: 4, wins: 1 })).toBe(0.25)
  expect(share({ games: 0, wins: 0 })).toBe(0)
})

test('the outcome is that of the own seat', () => {
  const line = { seat: 1, winners: [1, 2] } as unknown as GameLine
  expect(outcome(line)).toBe('won')
  expect(outcome({ ...line, seat: 0 })).toBe('lost')
  expect(outcome({ ...line, seat: null })).toBe('watched')
})
