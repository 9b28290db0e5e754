import { expect, test } from 'vitest'
import type { GameLine, PlayerStats } from '../../src/lib/messages'
import { byGame, only, outcome, share } from '../../src/pages/history/playerStats'

const stats = (name: string, game: string, games: number, you = false): PlayerStats => ({
  name,
  game,
  games,
  wins: 1,
  points: 0,
  best: 0,
  streak: 0,
  longest: 0,
  you,
})

test('players are listed by game, those with most games first', () => {
  const all = [stats('Ben', 'zock', 2), stats('Anna', 'zock', 2), stats('Cleo', 'schocken', 1), stats('Dora', 'zock', 7)]
  const names = byGame(all, 'all').map(([game, players]) => [game, players.map(({ name }) => name)])
  expect(names).toEqual([
    ['zock', ['Dora', 'Anna', 'Ben']],
    ['schocken', ['Cleo']],
  ])
  expect(byGame(all, 'zocknroll')).toEqual([])
  expect(only(all, 'schocken')).toHaveLength(1)
})

test('the player of this device comes first', () => {
  const all = [stats('Ben', 'zock', 9), stats('Anna', 'zock', 2, true), stats('Anna', 'zock', 3)]
  expect(byGame(all, 'all')[0]?.[1].map(({ games }) => games)).toEqual([2, 9, 3])
})

test('the share is 0 without games', () => {
  expect(share({ games: 4, wins: 1 })).toBe(0.25)
  expect(share({ games: 0, wins: 0 })).toBe(0)
})

test('the outcome is that of the own seat', () => {
  const line = { seat: 1, names: ['Ada', 'Ben', 'Cleo'], winners: [1, 2] } as unknown as GameLine
  expect(outcome(line)).toBe('won')
  expect(outcome({ ...line, seat: 0 })).toBe('lost')
  expect(outcome({ ...line, seat: null })).toBe('watched')
  expect(outcome({ ...line, winners: [0, 1, 2] })).toBe('drawn')
})
