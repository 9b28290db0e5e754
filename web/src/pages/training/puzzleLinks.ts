/** Links to puzzles: of a day, or of a level with the progress of this device. */

import type { GameName } from '../common/games'

/** Today: `2026-11-15`. */
export function today(now = new Date()): string {
  const part = (number: number): string => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}

/** The requested puzzle: of a day, or of a level. */
export type Wish = { day: string } | { level: number; seed: number }

const LEVELS = [1, 2, 3, 4, 5]
const KEY = 'knobel-training'

type Places = Record<string, number>

function places(): Places {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Places
  } catch {
    return {} // nothing stored, or malformed
  }
}

/** The puzzle of a level that comes next on this device. */
export function nextOf(game: GameName, level: number): Wish {
  const seed = places()[`${game}-${level}`]
  return { level, seed: Number.isInteger(seed) ? seed! : 0 }
}

/** Remembers that a puzzle of a level was answered. */
export function passed(game: GameName, wish: Wish): void {
  if (!('level' in wish)) return
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...places(), [`${game}-${wish.level}`]: wish.seed + 1 }))
  } catch {
    // without storage the same puzzle comes again
  }
}

/** The puzzle in a query string: `?day=…`, `?level=3&seed=7`, or today's. */
export function wishIn(search: string, game: GameName): Wish {
  const query = new URLSearchParams(search)
  const level = Number(query.get('level'))
  if (LEVELS.includes(level)) {
    const seed = query.get('seed')
    return seed !== null && /^\d{1,6}$/.test(seed) ? { level, seed: Number(seed) } : nextOf(game, level)
  }
  const day = query.get('day')
  return { day: day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? day : today() }
}

/** The query string of a puzzle. */
export const searchOf = (wish: Wish): string => ('day' in wish ? `?day=${wish.day}` : `?level=${wish.level}&seed=${wish.seed}`)

/** The path of the request to the server. */
export function pathOf(game: GameName, wish: Wish, language: string, now = today()): string {
  const which = 'day' in wish ? `daily?date=${wish.day}` : `puzzle?level=${wish.level}&seed=${wish.seed}`
  return `/training/${game}/${which}&today=${now}&lang=${language}`
}
