/** The options of a puzzle that differ from the defaults, in words. */

import type { PuzzleShown } from '../../lib/messages'
import { say } from '../../lib/words.svelte'

export function variantText({ game: { game }, options }: Pick<PuzzleShown, 'game' | 'options'>): string[] {
  if (game === 'zock') return [say(`choice-zock-variant-${typeof options.variant === 'string' ? options.variant : 'basic'}`)]
  if (game === 'schocken') return options.sixes ? [say('preset-schocken-pub')] : []
  return options.board === 'pro' ? [say('choice-zocknroll-board-pro')] : []
}
