// Verdicts about dice in words.

import { listed, say, spoken } from '../lib/words.svelte'
import type { Verified } from './recordVerifier'

interface Found {
  why: string
  throw?: number | null
  seat?: number | null
  event?: number | null
}

/** A failure and where it was found. */
export function failureText({ why, throw: thrown, seat, event }: Found, names: readonly string[]): string {
  const name = names[seat ?? -1] ?? '?'
  const place =
    thrown != null
      ? say('web-fair-at-throw', { number: thrown })
      : event != null
        ? say('web-fair-at-event', { number: event + 1 })
        : ''
  return [place, say(`web-fair-wrong-${why}`, { name })].filter(Boolean).join(' ')
}

/** What is not covered, and which seats did not contribute; empty if all did, apart from bots. */
export function gapsText(
  { throws, absent, without, changes, alone, taken }: Verified,
  names: readonly string[],
  bots: readonly number[],
): string {
  const people = without.map((count, seat) => (bots.includes(seat) ? 0 : count))
  const none = people.map((count) => count > 0 && count === throws)
  const some = people.flatMap((count, seat) =>
    count && !none[seat] ? [say('web-fair-without', { name: names[seat] ?? '?', count })] : [],
  )
  const told = [
    taken ? say('web-fair-taken', { count: taken }) : '',
    alone ? say('web-fair-alone', { count: alone }) : '',
    ...[withoutDeviceText(none, names), ...some, absentText(absent, names)],
    ...changes.map((count, seat) => (count ? say('web-fair-changes', { name: names[seat] ?? '?', count }) : '')),
  ]
  return told.filter(Boolean).join(' ')
}

/** The seats without a device. */
export function withoutDeviceText(none: readonly boolean[], names: readonly string[]): string {
  const without = names.filter((_, seat) => none[seat])
  return without.length ? say('web-fair-none', { names: listed(without) }) : ''
}

/** The seats whose devices did not answer, and how often; empty if all did. */
export function absentText(absent: readonly number[], names: readonly string[]): string {
  const missed = absent.flatMap((count, seat) => (count ? [say('web-fair-absent', { name: names[seat] ?? '?', count })] : []))
  return new Intl.ListFormat(spoken(), { type: 'unit' }).format(missed)
}
