import type { Failure } from '../../lib/api'
import { has, say, spoken } from '../../lib/words.svelte'

/** One sentence about a failure. The server's own sentence is exact but English; other languages use general messages. */
export function errorText({ why, message, rule }: Failure): string {
  if (has(`web-trouble-${why}`)) return say(`web-trouble-${why}`)
  if (message && spoken() === 'en') return message
  const known = [`refusal-${rule}`, `refusal-${why}`].find(has)
  return known ? say(known) : message || say('web-trouble-broken')
}
