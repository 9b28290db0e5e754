/** The questions of Zock'n'Roll with real dice: cups stay face down until they are lifted (R2, R3). */

import type { ZocknrollShown } from '../lib/messages'
import { diceQuestion, starterQuestion, type DiceQuestion, type Option, type Question } from './question'

export function zocknrollQuestion(game: ZocknrollShown): Question | null {
  const { view, facts, names } = game
  const id = JSON.stringify([view.turns, view.phase, view.white.length, view.queue[0] ?? null])
  const seat = view.queue[0] ?? 0
  const name = names[seat] ?? ''
  switch (view.phase) {
    case 'starter':
      return starterQuestion(names.length, 'web-real-ask-starter')
    case 'white': {
      const place = view.white.length + 1
      return diceQuestion(id, null, { key: 'web-real-ask-white', values: { place } }, place === 1 ? 3 : 1, (dice) => ({
        e: 'white',
        dice,
      }))
    }
    case 'decide':
      return view.cups[seat]?.[0] === 0
        ? {
            kind: 'cup',
            id,
            seat,
            said: { key: 'web-real-ask-cup', values: { name } },
            stay: { e: 'stay', seat },
            lift: lifted(game, `${id}-lift`, seat),
          }
        : { kind: 'choice', id, seat, said: { key: 'web-real-ask-cup', values: { name } }, options: options(game), ranked: false }
    case 'lift':
      return lifted(game, id, seat)
    case 'drop':
      return {
        kind: 'choice',
        id,
        seat,
        said: { key: 'web-real-ask-drop', values: { name } },
        options: options(game),
        ranked: true,
      }
    case 'mark': {
      const key = facts.best.length > 1 ? 'web-real-ask-tied' : 'web-real-ask-mark'
      return { kind: 'choice', id, seat, said: { key, values: { name } }, options: options(game), ranked: true }
    }
    default:
      return null
  }
}

/** The dice of a cup; Jörg's cup comes after those of the seats, and any device may tell it. */
function lifted({ facts, names }: ZocknrollShown, id: string, seat: number): DiceQuestion {
  const name = names[seat]
  const said = { key: name ? 'web-real-ask-lift' : 'web-real-ask-jorg', values: { name: name ?? '', count: facts.cup_size } }
  return diceQuestion(id, name ? seat : null, said, facts.cup_size, (dice) => ({ e: 'lift', seat, dice }))
}

/** Rows to mark, best first, and staying where the cup is known already. */
function options({ pending, view }: ZocknrollShown): Option[] {
  let place = 0
  return pending.moves.flatMap((move): Option[] => {
    if (move.e === 'stay') return [{ said: { key: 'web-real-stay' }, event: move, key: 's' }]
    if (move.e !== 'drop' && move.e !== 'mark') return []
    place += 1
    const none = { key: view.white.length === 3 ? 'web-real-no-row-first' : 'web-real-no-row' }
    return [{ said: move.row ? { key: `row-${move.row}` } : none, event: move, key: String(place) }]
  })
}
