/** Whether the viewer has looked at the own dice in this turn, and whether the cup stays tilted after that. */

class Peek {
  #turn = $state(0)
  #tapped = $state(false)

  seen(turn: number): boolean {
    return this.#turn === turn
  }

  /** Whether the cup was left the other way than it stands at the beginning of a turn. */
  tapped(turn: number): boolean {
    return this.seen(turn) && this.#tapped
  }

  look(turn: number): void {
    if (this.#turn === turn) return
    this.#turn = turn
    this.#tapped = false
  }

  toggle(turn: number): void {
    this.look(turn)
    this.#tapped = !this.#tapped
  }

  /** The cups are thrown anew, maybe in another game. */
  forget(): void {
    this.#turn = 0
  }
}

export const peek = new Peek()
