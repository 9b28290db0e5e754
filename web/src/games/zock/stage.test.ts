import { expect, test } from 'vitest'
import { COVER, played, stepOf } from '../../../tests/entries'
import type { ZockEvent, ZockShown } from '../../lib/messages'
import { beats } from './stage'

const NOW = { key: 'ui-now-throws' }

/** As much of a game as its beats look at. */
function shown(view: object, pending: object): ZockShown {
  const usual = { open: [[3, 6, 9], [1]], phase: 'throw', seat: 0, dice: [], games: [] }
  return { game: 'zock', now: NOW, facts: { ended: false }, pending, view: { ...usual, ...view } } as unknown as ZockShown
}

const BEFORE = shown({}, { kind: 'throw', seat: 0, moves: [] })
const played6 = (event: ZockEvent, after: ZockShown) => beats(stepOf(played(event), after), BEFORE)
const THROW: ZockEvent = { e: 'throw', seat: 0, dice: [3, 6] }

test('a throw is shaken, flies and lies before anything follows from it', () => {
  const after = shown({ phase: 'cover', dice: [3, 6] }, { kind: 'decision', seat: 0, moves: [{ ...COVER, fields: [3, 6] }] })
  const [shake, fly, lie, then, ...rest] = played6(THROW, after)
  expect([shake, fly, lie, then].map((beat) => beat?.kind)).toEqual(['shake', 'fly', 'lie', 'read'])
  expect(rest).toEqual([])
  expect([shake, fly, lie].map((beat) => beat?.game.view.dice)).toEqual([[], [0, 0], [3, 6]])
  for (const beat of [shake, fly, lie]) expect(beat?.game.pending.moves).toEqual([])
  expect(lie?.game.view.phase).toBe('throw')
  expect(then?.game).toBe(after)
})

test('a useless throw is read before the dice go to the other player', () => {
  const useless = shown({ phase: 'throw', seat: 1, dice: [6, 6] }, { kind: 'throw', seat: 1, moves: [] })
  const useful = shown({ phase: 'cover', dice: [6, 6] }, { kind: 'decision', seat: 0, moves: [] })
  const [lasts, lastsUseful] = [useless, useful].map((after) => played6(THROW, after).at(-1)!.ms)
  expect(lasts).toBeGreaterThan(lastsUseful!)
  expect(
    played6(THROW, useless)
      .slice(0, 3)
      .map((beat) => beat.game.view.seat),
  ).toEqual([0, 0, 0])
})

test('in a roll-off two dice of each seat lie before it is known who begins', () => {
  const event: ZockEvent = {
    e: 'roll_off',
    dice: [
      [1, 2],
      [5, 5],
    ],
  }
  const after = shown({ seat: 1 }, { kind: 'throw', seat: 1, moves: [] })
  const before = shown({ phase: 'roll_off' }, { kind: 'dice', seat: null, moves: [] })
  const all = beats(stepOf(played(event), after), before)
  expect(all.map(({ game }) => game.view.dice)).toEqual([[], [0, 0, 0, 0], [1, 2, 5, 5], []])
  expect(all.map(({ game }) => game.pending.seat)).toEqual([null, null, null, 1])
})

test('a flap falls before the end of the game is told', () => {
  const after = shown({ open: [[], [1]], games: [{ winner: 0, loss: 1 }] }, { kind: 'dice', seat: null, moves: [] })
  const [flap, read] = played6(COVER, after)
  expect([flap?.kind, flap?.game.view.open, flap?.game.view.games]).toEqual(['flap', [[], [1]], []])
  expect(read?.game).toBe(after)
  expect(read!.ms).toBeGreaterThan(1000)
})

test('entries without events have no beats', () => {
  expect(beats({ v: 1, at: 0, e: { t: 'wanted', event: null } }, BEFORE)).toEqual([])
})
