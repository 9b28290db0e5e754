/** Days as this device's calendar has them, and where somebody is in the row of puzzles. */

import type { GameName } from '../common/games'

/** Today: `2026-11-15`. */
export function today(now = new Date()): string {
  const part = (number: number): string => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}

/** What somebody wants to puzzle over: the one of a day, or one of a level. */
export type Wish = { day: string } | { level: number; seed: number }

const LEVELS = [1, 2, 3, 4, 5]
const KEY = 'knobel-training'

type Places = Record<string, number>

function places(): Places {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Places
  } catch {
    return {} // no memory here, or somebody else's
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
    // then the same one comes again
  }
}

/** What an address asks for: `?day=…`, `?level=3&seed=7`, or the puzzle of today. */
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

/** The address of a wish. */
export const searchOf = (wish: Wish): string => ('day' in wish ? `?day=${wish.day}` : `?level=${wish.level}&seed=${wish.seed}`)

/** What the server is asked. */
export function pathOf(game: GameName, wish: Wish, language: string, now = today()): string {
  const which = 'day' in wish ? `daily?date=${wish.day}` : `puzzle?level=${wish.level}&seed=${wish.seed}`
  return `/training/${game}/${which}&today=${now}&lang=${language}`
}
