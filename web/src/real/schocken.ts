/** The questions of Schocken with real dice: covered throws stay face down until all have finished (R2, R3). */

import { throwsIn } from '../games/schocken/keeping'
import type { SchockenShown } from '../lib/messages'
import { diceQuestion, starterQuestion, type Question } from './question'

export function schockenQuestion(game: SchockenShown): Question | null {
  const { view, names, pending } = game
  const covered = game.real?.covered ?? false
  const { seat } = view
  const name = names[seat] ?? ''
  const hand = view.hands[seat] ?? { kept: [], thrown: [], throws: 0 }
  const id = JSON.stringify([view.rounds, view.lost.length, view.phase, seat, hand.throws])
  switch (view.phase) {
    case 'starter':
      return starterQuestion(names.length, 'web-real-ask-starter')
    case 'throw':
      return covered
        ? {
            kind: 'choice',
            id,
            seat,
            said: { key: 'web-real-ask-covered', values: { name } },
            options: [{ said: { key: 'web-real-covered' }, event: { e: 'throw', seat, keep: [], dice: [0, 0, 0] }, key: 'c' }],
            ranked: true,
          }
        : diceQuestion(id, seat, { key: 'web-real-ask-throw', values: { name, count: 3 } }, 3, (dice) => ({
            e: 'throw',
            seat,
            keep: [],
            dice,
          }))
    case 'decide':
      return {
        kind: 'keep',
        id,
        seat,
        said: { key: 'web-real-ask-keep', values: { name } },
        hand,
        throws: throwsIn(pending.moves),
        stand: { e: 'stand', seat },
        covered,
      }
    case 'lift':
      return diceQuestion(
        id,
        seat,
        { key: 'web-real-ask-lift', values: { name, count: hand.thrown.length } },
        hand.thrown.length,
        (dice) => ({ e: 'lift', seat, dice }),
        { beside: hand.kept },
      )
    default:
      return null
  }
}
