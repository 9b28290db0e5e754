/** The value of an option in words: `3 games`, `One half`. */

import { has, say } from '../../lib/words.svelte'
import type { OptionValue } from './form'

export function optionText(game: string, option: string, value: OptionValue): string {
  const chosen = value ?? 'none'
  if (typeof chosen === 'object') return Object.values(chosen).join(' · ')
  const [choice, count] = [`choice-${game}-${option}-${chosen}`, `count-${game}-${option}`]
  if (has(choice)) return say(choice)
  return typeof chosen === 'number' && has(count) ? say(count, { count: chosen }) : String(chosen)
}
