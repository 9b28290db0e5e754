/** What a screen reader says while eyes are elsewhere: throws, decisions, and that it is your turn. */

/** Whoever was away for long gets the last of it; the log has the rest. */
const MOST = 8

class Announcer {
  polite = $state('')
  urgent = $state('')
  #waiting: string[] = []

  /** Says something when the reader has time; what comes in one moment is said in one breath. */
  say(text: string): void {
    if (this.#waiting.length === 0) setTimeout(this.#speak, 100)
    this.#waiting.push(/[.!?…]$/.test(text) ? text : `${text}.`) // a pause for the voice
  }

  /** Interrupts: a move was refused. A turn does not, or it would cut off the throw that led to it. */
  alert(text: string): void {
    this.urgent = text === this.urgent ? `${text}\u00a0` : text // the same text again would stay unsaid
  }

  #speak = () => {
    const text = this.#waiting.slice(-MOST).join(' ')
    this.#waiting = []
    this.polite = text === this.polite ? `${text}\u00a0` : text
  }
}

export const announcer = new Announcer()
