/** Whether the own dice stay covered between looks, so that neighbours do not see them. */

const KEY = 'knobel.covered'

function kept(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'yes'
  } catch {
    return false // storage is disabled
  }
}

class Peek {
  #covered = $state(kept())

  get covered(): boolean {
    return this.#covered
  }

  set covered(covered: boolean) {
    this.#covered = covered
    try {
      sessionStorage.setItem(KEY, covered ? 'yes' : 'no')
    } catch {
      // Without storage it lasts until the page is closed.
    }
  }
}

export const peek = new Peek()
