/** Loads the coach after the first paint of a table, where help is allowed. */

import { afterPaint } from '../../lib/afterPaint'
import type { TableSession } from '../../lib/tableSession.svelte'
import type { Coach } from '.'

export class CoachLoader {
  coach: Coach | null = $state.raw(null)

  constructor(session: () => TableSession) {
    const allowed = $derived.by(() => {
      const { shown, you } = session()
      return you !== null && shown.table?.phase === 'playing' && shown.table.help
    })
    $effect(() => (allowed ? this.#fetch(session()) : undefined))
  }

  #fetch(session: TableSession): () => void {
    let gone = false
    const load = async (): Promise<void> => {
      try {
        const coach = await import('.').then(({ coachOf }) => coachOf(session))
        if (gone) coach.coaching.close()
        else this.coach = coach
      } catch {
        // The table works without it, and the next game tries again.
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
