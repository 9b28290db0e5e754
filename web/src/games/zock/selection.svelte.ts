import type { Fields } from './covers'

/** The selected fields, shared by the flaps in the box and the buttons below it. */
class Selection {
  #decision = $state('')
  #fields: Fields = $state.raw([])

  fields(decision: string): Fields {
    return decision === this.#decision ? this.#fields : []
  }

  choose(decision: string, fields: Fields): void {
    this.#decision = decision
    this.#fields = fields
  }
}

export const selection = new Selection()
