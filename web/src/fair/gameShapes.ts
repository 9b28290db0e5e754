// The games as far as their dice can be verified without the rules: what an event throws, and the default options.

import { isInteger, isList, isObject, type Json } from './json'

/** Dice that fell in one throw; or a lot among so many, and what was drawn. */
export type RecordedThrow = { kind: 'cup'; fell: number[]; place: null } | { kind: 'lot'; among: number; drawn: number }

type Fields = Partial<Record<string, unknown>>
type Read = (event: Fields, players: number, options: Fields) => RecordedThrow[] | null

interface Shape {
  players: readonly [number, number]
  options: Record<string, Json>
  presets: Record<string, Record<string, Json>>
  /** By the kind of the event its throws, in their order; null if its dice have another shape. */
  events: Record<string, Read>
}

const isFace = (plain: unknown): plain is number => isInteger(plain) && plain >= 1 && plain <= 6

function cup(dice: unknown, size: number): RecordedThrow[] | null {
  return size > 0 && isList(dice, isFace) && dice.length === size ? [{ kind: 'cup', fell: dice, place: null }] : null
}

function cups(dice: unknown, count: number, size: number): RecordedThrow[] | null {
  if (!Array.isArray(dice) || dice.length !== count) return null
  const throws = dice.map((each) => cup(each, size))
  return throws.every((each) => each !== null) ? throws.flat() : null
}

const lot: Read = ({ seat }, players) =>
  isInteger(seat) && seat >= 0 && seat < players ? [{ kind: 'lot', among: players, drawn: seat }] : null
const nothing: Read = () => []

const SHAPES: Partial<Record<string, Shape>> = {
  zock: {
    players: [2, 2],
    options: { variant: 'basic', two_digit: 'digits', games: 10, referee: 'strict', chips: null },
    presets: {},
    events: {
      roll_off: ({ dice }) => cups(dice, 2, 2),
      throw: ({ dice }) => cup(dice, 2),
      cover: nothing,
      pass: nothing,
      object: nothing,
      accept: nothing,
    },
  },
  schocken: {
    players: [2, 24],
    options: {
      stones: 13,
      kept_dice: 'may_return',
      covered: 'third',
      ties: 'order',
      length: 'game',
      sixes: false,
      hand_only: false,
      general_beats_schock2: false,
      jule: false,
    },
    presets: { pub: { sixes: true, hand_only: true, covered: 'last', ties: 'order' } },
    events: {
      starter: lot,
      throw: ({ keep = [], dice }) => (Array.isArray(keep) ? cup(dice, 3 - keep.length) : null),
      stand: nothing,
    },
  },
  zocknroll: {
    players: [3, 12],
    options: { board: 'basic', first_to_decide: 'starter', jorg_counts: true, royal_pairs: '456' },
    presets: {},
    events: {
      starter: lot,
      cups: ({ dice }, players, { board }) => cups(dice, players === 3 ? 4 : players, board === 'pro' ? 3 : 2), // Jörg's is the fourth
      white: ({ dice }) => cup(dice, 1) ?? cup(dice, 3),
      stay: nothing,
      drop: nothing,
      mark: nothing,
    },
  },
}

const own = <Value>(object: Partial<Record<string, Value>>, key: unknown): Value | undefined =>
  typeof key === 'string' && Object.hasOwn(object, key) ? object[key] : undefined

/** Whether there is such a game for so many players. */
export function isGame(game: string, players: number): boolean {
  const shape = own(SHAPES, game)
  return shape !== undefined && players >= shape.players[0] && players <= shape.players[1]
}

/** The throws of a recorded event, in their order; null if it is none of that game, or its dice have another shape. */
export function recordedThrows(game: string, options: Fields, event: unknown, players: number): RecordedThrow[] | null {
  return isObject<'e'>(event) ? (own(own(SHAPES, game)?.events ?? {}, event.e)?.(event, players, options) ?? null) : null
}

/** All options of a game, those that were left out included; null if these are no options of it. */
export function allOptions(game: string, given: unknown): Record<string, unknown> | null {
  const shape = own(SHAPES, game)
  if (!shape || !isObject<string>(given)) return null
  const { preset, ...chosen } = given
  const chosenPreset = own(shape.presets, preset)
  if (preset !== undefined && !chosenPreset) return null
  return isObject(chosen, Object.keys(shape.options)) ? { ...shape.options, ...chosenPreset, ...chosen } : null
}
