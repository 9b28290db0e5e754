/** Fetches the coach to a table once it stands, and only where help is allowed. */

import { afterPaint } from '../../lib/arrived'
import type { Sitting } from '../../lib/sitting.svelte'
import type { Coach } from '.'

export class Helper {
  coach: Coach | null = $state.raw(null)

  constructor(sitting: () => Sitting) {
    const allowed = $derived.by(() => {
      const { shown, you } = sitting()
      return you !== null && shown.table?.phase === 'playing' && shown.table.help
    })
    $effect(() => (allowed ? this.#fetch(sitting()) : undefined))
  }

  #fetch(sitting: Sitting): () => void {
    let gone = false
    const load = async (): Promise<void> => {
      try {
        const coach = await import('.').then(({ coachOf }) => coachOf(sitting))
        if (gone) coach.coaching.close()
        else this.coach = coach
      } catch {
        // The table can be played without it, and the next game asks again.
      }
    }
    afterPaint(() => void load())
    return () => {
      gone = true
      this.coach?.coaching.close()
      this.coach = null
    }
  }
}
