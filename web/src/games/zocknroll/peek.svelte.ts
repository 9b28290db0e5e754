/** Whether the owner keeps the own dice covered between looks, as somebody does whose neighbour has sharp eyes. */

const KEY = 'knobel.covered'

function kept(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'yes'
  } catch {
    return false // storage is switched off
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
      // It then lasts as long as the page.
    }
  }
}

export const peek = new Peek()
