/** Door code: a server may ask newcomers for one, once per device. */

import { decoded } from './router.svelte'

const KEPT = 'knobel-door'

class Door {
  /** Whether the server refuses this device until it shows the code. */
  needed = $state(false)

  /** The fragment of shared links that carries the code, so that those who follow them need not type it. */
  get fragment(): string {
    const code = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEPT)
    return code === null ? '' : `#door=${encodeURIComponent(code)}`
  }

  /** The server has accepted a code. */
  opened(code: string): void {
    localStorage.setItem(KEPT, code)
    this.needed = false
  }
}

export const door = new Door()

/** The code in the fragment of an address, if it has one: `#door=kila-bomu`. */
export const codeIn = (hash: string): string | null => (hash.startsWith('#door=') ? decoded(hash.slice(6)) : null)
