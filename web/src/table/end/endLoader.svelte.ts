/** Loads the scene of the end, and shows it a moment after the last dice. */

import type { Component, ComponentProps } from 'svelte'
import { beatPace } from '../../lib/settings.svelte'
import type End from './End.svelte'

/** Milliseconds to look at the last dice and their verdict, at the usual speed. */
const READING = 1200

export class EndLoader {
  /** Null until the scene is due. */
  Scene: Component<ComponentProps<typeof End>> | null = $state.raw(null)
  /** Whether the game ended while this page was open. */
  fresh = false
  #played = false

  constructor(over: () => boolean) {
    $effect(() => {
      if (!over()) {
        this.#played = true
        this.Scene = null
        return
      }
      let due = true
      this.fresh = this.#played
      const read = this.fresh ? READING * beatPace() : 0
      const waited = new Promise((resolve) => {
        setTimeout(resolve, read)
        addEventListener('click', resolve, { once: true }) // a tap ends the wait
      })
      void Promise.all([import('./End.svelte'), waited]).then(([{ default: End }]) => {
        if (due) this.Scene = End
      })
      return () => (due = false)
    })
  }
}
