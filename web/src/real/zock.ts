/** The questions of ZOCK with real dice: all dice lie open, and are told at once (R2). */

import { enumerated } from '../games/zock/fields'
import type { ZockEvent, ZockShown } from '../lib/messages'
import { diceQuestion, type ChoiceQuestion, type Option, type Question } from './question'

export function zockQuestion(game: ZockShown): Question | null {
  const { view, names } = game
  const { seat } = view
  const name = names[seat] ?? ''
  const id = JSON.stringify([view.games.length, view.phase, seat, view.open, view.dice])
  switch (view.phase) {
    case 'roll_off':
      return rollOff(id, names)
    case 'throw':
      return throwing(id, seat, name, [])
    case 'object':
      return throwing(id, seat, name, options(game))
    case 'cover':
      return view.options.referee === 'players' ? freely(game, id, name) : among(game, id, 'web-real-ask-cover')
    case 'accept':
      return among(game, id, 'web-real-ask-accept')
    default:
      return null
  }
}

/** Both throw two dice (K2). */
function rollOff(id: string, names: readonly string[]): Question {
  const parts = names.map((name) => ({ count: 2, said: { key: 'web-real-ask-roll-off', values: { name } } }))
  return {
    kind: 'dice',
    id,
    seat: null,
    said: parts[0]!.said,
    parts,
    event: (dice) => ({ e: 'roll_off', dice: [dice.slice(0, 2), dice.slice(2)] }),
    beside: [],
    options: [],
  }
}

const throwing = (id: string, seat: number, name: string, others: Option[]): Question =>
  diceQuestion(id, seat, { key: 'web-real-ask-throw', values: { name, count: 2 } }, 2, (dice) => ({ e: 'throw', seat, dice }), {
    options: others,
  })

function among(game: ZockShown, id: string, key: string): ChoiceQuestion {
  const { seat } = game.view
  return {
    kind: 'choice',
    id,
    seat,
    said: { key, values: { name: game.names[seat] ?? '' } },
    options: options(game),
    ranked: false,
  }
}

/** Where the players are the referees, any open fields may be covered (K9). */
function freely(game: ZockShown, id: string, name: string): Question {
  const { seat, open } = game.view
  return {
    kind: 'fields',
    id,
    seat,
    said: { key: 'web-real-ask-cover', values: { name } },
    open: open[seat] ?? [],
    cover: (fields) => ({ e: 'cover', seat, fields }),
    options: [{ said: { key: 'web-zock-pass' }, event: { e: 'pass', seat }, key: '0' }],
  }
}

/** What can be told by one tap: covers, accepting and objecting. */
function options({ pending, view }: ZockShown): Option[] {
  const { seat } = view
  if (view.phase === 'object') return [objecting(seat)]
  if (view.phase === 'accept')
    return [{ said: { key: 'web-zock-accept' }, event: { e: 'accept', seat }, key: 'Enter' }, objecting(seat)]
  return pending.moves.flatMap((move: ZockEvent, place): Option[] =>
    move.e === 'cover'
      ? [{ said: { key: 'web-real-fields', values: { fields: enumerated(move.fields) } }, event: move, key: String(place + 1) }]
      : [],
  )
}

const objecting = (seat: number): Option => ({ said: { key: 'web-zock-object' }, event: { e: 'object', seat }, key: 'o' })
