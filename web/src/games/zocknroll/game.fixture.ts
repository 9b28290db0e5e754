import type { Choices, Step, ZocknrollEvent, ZocknrollShown } from '../../lib/messages'
import { played, stepOf } from '../../../tests/entries'

type View = ZocknrollShown['view']
type Facts = ZocknrollShown['facts']

const ROWS = [
  'won_third',
  'five_of_a_kind',
  'four_of_a_kind',
  'large_straight',
  'full_house',
  'three_of_a_kind',
  'two_pairs',
  'pair',
  'dropped_first',
]

/** A game of the basic board in its first round, as seat 0 of `names` sees it; hidden dice are 0. */
export function shown(
  names: string[],
  {
    view = {},
    facts = {},
    pending = { kind: 'dice', seat: null, moves: [] },
  }: { view?: Partial<View>; facts?: Partial<Facts>; pending?: ZocknrollShown['pending'] } = {},
): ZocknrollShown {
  const players = names.length
  const cups = players === 3 ? 4 : players
  return {
    game: 'zocknroll',
    names,
    pending,
    now: { key: 'ui-now-dice' },
    stage: { key: 'ui-stage-start' },
    view: {
      options: {},
      marks: names.map(() => ROWS.map(() => 0)),
      phase: 'decide',
      starter: 0,
      cups: Array.from({ length: cups }, (_, cup) => (cup === 0 ? [3, 3] : [0, 0])),
      white: [1, 2, 3],
      dropped: names.map(() => 0),
      queue: [],
      turns: 0,
      ...view,
    },
    facts: {
      game: 'zocknroll',
      rows: ROWS,
      values: [players, 12, 9, 6, 5, 4, 3, 2, 1],
      circles: 6,
      cups,
      cup_size: 2,
      scores: names.map(() => 0),
      places: names.map(() => 1),
      turn: 1,
      round: 1,
      inside: names.map(() => true),
      hands: Array.from({ length: cups }, (_, cup) => (cup === 0 ? ['three_of_a_kind', 'pair'] : [])),
      lifted: Array.from({ length: cups }, () => false),
      best: [],
      bonus: null,
      last_turn: false,
      winners: [],
      ...facts,
    },
    result: null,
  }
}

export const entry = (t: 'played' | 'wanted', event: ZocknrollEvent, game?: ZocknrollShown): Step =>
  stepOf(t === 'played' ? played(event) : { t, event }, game)

export function choicesOf(moves: ZocknrollEvent[]): Choices {
  return { v: 7, choices: moves.map((move) => ({ move, label: { key: 'ui-stay' }, meaning: null })), free: null }
}
