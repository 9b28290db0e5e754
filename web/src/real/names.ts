/** The names of a new table, in the order of the seats, typed one after the other. */

/** Names as they are sent: without the empty fields. */
export const typed = (names: readonly string[]): string[] => names.map((name) => name.trim()).filter(Boolean)

/** With a free field at the end, up to the most seats that the game has. */
export function withFreeField(names: readonly string[], most: number): string[] {
  const free = names.length === 0 || names.at(-1)!.trim() !== ''
  return free && names.length < most ? [...names, ''] : [...names]
}

/** With a name one place further up or down. */
export function moved(names: readonly string[], from: number, by: -1 | 1): string[] {
  const to = from + by
  if (to < 0 || to >= names.length) return [...names]
  const list = [...names]
  list.splice(to, 0, ...list.splice(from, 1))
  return list
}

export const without = (names: readonly string[], place: number): string[] => names.filter((_, index) => index !== place)

/** Why a table cannot be made with these names: too few or too many, or two alike. */
export type Wrong = { key: 'few' | 'many'; count: number } | { key: 'twice'; name: string }

export function wrongNames(names: readonly string[], [least, most]: readonly [number, number]): Wrong | null {
  const list = typed(names)
  if (list.length < least) return { key: 'few', count: least }
  if (list.length > most) return { key: 'many', count: most }
  const twice = list.find((name, place) => list.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < place)
  return twice === undefined ? null : { key: 'twice', name: twice }
}
