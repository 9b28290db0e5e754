/** The turning point of a game, from the coach's analysis. */

import { tellTo, who } from '../../lib/secondPerson'
import type { Analysis, Phrase, Turning } from '../../lib/messages'
import { say, tell } from '../../lib/words.svelte'

export interface TurningPoint {
  text: string
  /** The position of the replay before it. */
  at: number
}

/** The largest change of a chance, in one sentence; null if there is none, or the analysis is an old one. */
export function turningPoint(analysis: Analysis, names: readonly string[], you: number | null): TurningPoint | null {
  const size = ({ before, after }: Turning): number => Math.abs(after - before)
  const known = analysis.turning.filter((each) => typeof each.seat === 'number')
  const largest = known.sort((one, other) => size(other) - size(one))[0]
  if (!largest) return null
  const seat = largest.seat!
  const values = largest.said.values ?? {}
  const told = (name: string): string => toldTo(you === null ? null : analysis.names[you], values[name])
  const text = say(values.made ? 'web-end-turning-decision' : 'web-end-turning-luck', {
    stage: tell(values.stage as Phrase),
    ...Object.fromEntries(['told', 'made', 'best', 'before', 'after'].map((name) => [name, told(name)])),
    name: names[seat],
    who: who(seat, you),
  })
  return { text, at: largest.event }
}

type Value = NonNullable<Phrase['values']>[string] | undefined

function toldTo(reader: string | null | undefined, value: Value): string {
  if (Array.isArray(value)) return ''
  if (typeof value !== 'object') return String(value ?? '')
  if (value.key === 'log-cups-up') return say('web-end-turning-cups') // not the hands of all seats
  if (value.key === 'coach-told') return [value.values?.first, value.values?.then].map((each) => toldTo(reader, each)).join(' ')
  return tellTo(reader, value)
}
