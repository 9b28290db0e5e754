/** Positions of ZOCK as text. */

import type { ZockState } from '../../../lib/messages'
import { joined, listed, NONE, readDice, readOptions, writeDice, writeOptions } from './words'

const FIELDS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

export function writeZock(view: ZockState): string[] {
  return [
    writeOptions(view.options),
    view.phase,
    String(view.seat),
    writeDice(view.dice),
    view.open.map((open) => FIELDS.map((field) => (open.includes(field) ? field : '.')).join('')).join('/'),
    joined(
      view.claims.map(({ dice, fields }) => `${writeDice(dice)}=${fields.join('')}`),
      ',',
    ),
    joined(
      view.games.map(({ winner, loss }) => `${winner}:${loss}`),
      ',',
    ),
    joined(
      view.chips.map((holding) => holding.join(':')),
      '/',
    ),
    joined(view.debts, '/'),
  ]
}

/** What a text says, right or wrong: the server knows the rules. */
export function readZock(words: readonly string[]): ZockState | null {
  const [options, phase, seat, dice, open, claims, games, chips, debts] = words
  if (words.length !== 9 || !open?.includes('/')) return null
  const [first = '', second = ''] = open.split('/')
  return {
    options: readOptions(options!),
    phase: phase as ZockState['phase'],
    seat: Number(seat) || 0,
    dice: readDice(dice!),
    open: [fieldsIn(first), fieldsIn(second)],
    claims: listed(claims!, ',').map((claim) => {
      const [thrown = NONE, fields = ''] = claim.split('=')
      return { dice: readDice(thrown), fields: fieldsIn(fields) }
    }),
    games: listed(games!, ',').map((game) => {
      const [winner, loss] = game.split(':').map(Number)
      return { winner: winner || 0, loss: loss || 0 }
    }),
    chips: listed(chips!, '/').map((holding) => holding.split(':').map(Number) as [number, number, number, number]),
    debts: listed(debts!, '/').map(Number),
  }
}

const fieldsIn = (row: string): number[] => [...row].map(Number).filter((field) => field > 0)
