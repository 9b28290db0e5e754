// What was found out about dice, in words.

import { say, spoken } from '../lib/words.svelte'

interface Found {
  why: string
  throw?: number | null
  seat?: number | null
  event?: number | null
}

/** What is wrong, and where, for somebody who has never heard of hashes. */
export function tellWrong({ why, throw: thrown, seat, event }: Found, names: readonly string[]): string {
  const name = names[seat ?? -1] ?? '?'
  const place =
    thrown != null ? say('web-fair-at-throw', { number: thrown }) : event != null ? say('web-fair-at-event', { number: event + 1 }) : ''
  return [place, say(`web-fair-wrong-${why}`, { name })].filter(Boolean).join(' ')
}

/** Whose devices did not answer, and how often; nothing if all did. */
export function tellAbsent(absent: readonly number[], names: readonly string[]): string {
  const missed = absent.flatMap((count, seat) => (count ? [say('web-fair-absent', { name: names[seat] ?? '?', count })] : []))
  return new Intl.ListFormat(spoken(), { type: 'unit' }).format(missed)
}
