/** ARIA live regions: throws, decisions and turns for screen readers. */

/** The most lines that are announced at once; the log has the rest. */
const MOST = 8

class Announcer {
  polite = $state('')
  urgent = $state('')
  #waiting: string[] = []

  /** Announces politely; lines of one moment are joined. */
  say(text: string): void {
    if (this.#waiting.length === 0) setTimeout(this.#speak, 100)
    this.#waiting.push(/[.!?…]$/.test(text) ? text : `${text}.`) // a pause for the voice
  }

  /** Announces assertively, for refusals. Turns are polite, so that they do not cut off the throw before. */
  alert(text: string): void {
    this.urgent = text === this.urgent ? `${text}\u00a0` : text // the same text again would not be announced
  }

  #speak = () => {
    const text = this.#waiting.slice(-MOST).join(' ')
    this.#waiting = []
    this.polite = text === this.polite ? `${text}\u00a0` : text
  }
}

export const announcer = new Announcer()
