/** A position on its way: every change is a line of text, and every line can be taken back. */

export class UndoHistory {
  #texts: readonly string[] = $state.raw([])
  #at = $state(0)

  constructor(first: string) {
    this.#texts = [first]
  }

  get text(): string {
    return this.#texts[this.#at]!
  }

  get canUndo(): boolean {
    return this.#at > 0
  }

  get canRedo(): boolean {
    return this.#at < this.#texts.length - 1
  }

  /** Goes on with another position; what had been taken back is gone then. */
  change(text: string): void {
    if (text === this.text) return
    this.#texts = [...this.#texts.slice(0, this.#at + 1), text]
    this.#at += 1
  }

  undo = (): void => void (this.#at = Math.max(0, this.#at - 1))

  redo = (): void => void (this.#at = Math.min(this.#texts.length - 1, this.#at + 1))
}
