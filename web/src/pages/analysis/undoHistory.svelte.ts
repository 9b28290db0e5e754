/** Undo and redo of an edited position; each state is its text form. */

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

  /** Adds a position, and drops the redo states. */
  change(text: string): void {
    if (text === this.text) return
    this.#texts = [...this.#texts.slice(0, this.#at + 1), text]
    this.#at += 1
  }

  undo = (): void => void (this.#at = Math.max(0, this.#at - 1))

  redo = (): void => void (this.#at = Math.min(this.#texts.length - 1, this.#at + 1))
}
