// Whether dice were thrown for the table that is seen: the text that their header binds says game, options and names.

export interface Agreed {
  game: string
  options?: Record<string, unknown>
  players?: readonly string[] | undefined
}

/** Whether a text is about the table of a record, which leaves out the same defaults. */
export const isTableOf = (text: string, { game, options = {}, players }: Agreed): boolean =>
  sameJson(parsed(text), { game, options, players })

/** Whether it is about the table that is shown, with all its options; names are compared where they are given. */
export function sameTable(text: string, { game, options = {}, players }: Agreed): boolean {
  const said = parsed(text) as Partial<Agreed> | null | undefined
  if (said?.game !== game || (players && !sameJson(said.players, players))) return false
  return Object.entries(said.options ?? {}).every(([key, value]) => sameJson(value, options[key]))
}

/** Whether two values are written alike. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [here, there] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const keys = Object.keys(here)
  return keys.length === Object.keys(there).length && keys.every((key) => key in there && sameJson(here[key], there[key]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
