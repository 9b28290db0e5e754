import { expect, test } from 'vitest'
import { COVER } from '../../../tests/entries'
import type { ZockShown } from '../../lib/messages'
import { coverOf, decisionOf, litIn, tapped, toggled, turnOf } from './turn'

interface Position {
  kind?: 'decision' | 'throw' | 'dice' | 'over'
  seat?: number | null
  phase?: string
  referee?: 'strict' | 'players'
  open?: number[][]
  dice?: number[]
  games?: object[]
  moves?: object[]
}

/** As much of a game as a turn looks at. */
function shown(position: Position = {}): ZockShown {
  const { kind = 'decision', seat = 0, phase = 'cover', referee = 'strict', moves = [] } = position
  const { open = [[3, 6, 9], [1]], dice = [3, 6], games = [] } = position
  const view = { options: { referee }, phase, seat, open, dice, games }
  return { game: 'zock', pending: { kind, seat, moves }, view } as unknown as ZockShown
}

const COVERS = [[3, 6], [9]].map((fields) => ({ ...COVER, fields }))

test('only whose turn it is can do anything', () => {
  expect(turnOf(shown(), 0)).toBe('cover')
  expect(turnOf(shown(), 1)).toBe('watch')
  expect(turnOf(shown(), null)).toBe('watch')
  expect(turnOf(shown({ kind: 'throw', phase: 'throw' }), 0)).toBe('throw')
  expect(turnOf(shown({ kind: 'dice', phase: 'throw' }), 0)).toBe('watch')
  expect(turnOf(shown({ kind: 'over', seat: null, phase: 'over' }), 0)).toBe('watch')
})

test('with players as referees fields are free, dice are handed over, and the end is accepted', () => {
  const free = { referee: 'players' } as const
  expect(turnOf(shown(free), 0)).toBe('freely')
  expect(turnOf(shown({ ...free, phase: 'object' }), 0)).toBe('over')
  expect(turnOf(shown({ ...free, phase: 'accept' }), 0)).toBe('accept')
})

test('strictly, only fields of possible covers light up; freely, every open one', () => {
  expect(litIn(shown({ moves: COVERS, open: [[3, 5, 6, 9], []] }), 0, [])).toEqual(new Set([3, 6, 9]))
  expect(litIn(shown({ referee: 'players', open: [[3, 5, 9], []] }), 0, [])).toEqual(new Set([3, 5, 9]))
  expect(litIn(shown({ moves: COVERS }), 1, [])).toEqual(new Set())
})

test('freely, a tap settles nothing, and what is chosen is the cover', () => {
  const game = shown({ referee: 'players' })
  expect(tapped(game, 0, [9], 3)).toEqual({ chosen: [3, 9], cover: null })
  expect(tapped(game, 0, [3, 9], 9)).toEqual({ chosen: [3], cover: null })
  expect(coverOf(game, 0, [3, 9])).toEqual([3, 9])
  expect(coverOf(game, 0, [])).toBeNull()
})

test('the key of a covered field does nothing', () => {
  expect(toggled(shown({ referee: 'players' }), 0, [3], 4)).toEqual([3])
  expect(toggled(shown({ moves: COVERS }), 0, [], 4)).toEqual([])
})

test('strictly, a tap on a flap of one cover settles it', () => {
  expect(tapped(shown({ moves: COVERS }), 0, [], 3)).toEqual({ chosen: [3, 6], cover: [3, 6] })
})

test('the same dice in another position are another decision', () => {
  expect(decisionOf(shown())).toBe(decisionOf(shown()))
  expect(decisionOf(shown())).not.toBe(decisionOf(shown({ open: [[3, 6], [1]] })))
  expect(decisionOf(shown())).not.toBe(decisionOf(shown({ games: [{}] })))
})
