import type { Failure } from '../../lib/api'
import { has, say, spoken } from '../../lib/words.svelte'
import { errorText } from '../common/errorText'

/**
 * Why a position cannot be played, with the number of the rule that decides. The server's sentence is exact, but
 * English; other languages name the rule, if there is one.
 */
export function refused(failure: Failure): string {
  const { status, rule, message } = failure
  if (status !== 400) return errorText(failure)
  if (spoken() !== 'en')
    return rule && has(`refusal-${rule}`) ? say(`refusal-${rule}`) : say('web-coach-refused-plain', { sentence: message })
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  return rule && !message.includes(rule) ? `${sentence} (${rule}).` : `${sentence}.`
}
