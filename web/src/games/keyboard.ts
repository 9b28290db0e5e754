import { settings } from '../lib/settings.svelte'

const TYPING = 'input, textarea, select, [contenteditable]'
const PRESSING = 'button, a, summary'

/**
 * The key of an event that is meant for the game: not typed into a field, no sheet or popover open, no shortcut of the browser, and
 * neither Enter nor Space on a focused control. Letters are lower case; they and digits need the setting for shortcuts.
 */
export function keyFor(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return null
  if (document.querySelector('dialog[open], [popover]')) return null
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TYPING)) return null
  const presses = event.key === 'Enter' || event.key === ' '
  if (presses && target?.closest(PRESSING)) return null
  if (event.key.length > 1 || event.key === ' ') return event.key
  return settings.keys ? event.key.toLowerCase() : null
}
