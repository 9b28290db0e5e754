// Untrusted JSON: type guards that narrow it once, at the boundary, and comparison by value.

/** An object, with no other keys than these where they are given. */
export const isObject = <Key extends string>(plain: unknown, keys?: readonly Key[]): plain is Partial<Record<Key, unknown>> =>
  typeof plain === 'object' &&
  plain !== null &&
  !Array.isArray(plain) &&
  (!keys || Object.keys(plain).every((key) => keys.some((known) => known === key)))

export const isList = <Part>(plain: unknown, each: (part: unknown) => part is Part): plain is Part[] =>
  Array.isArray(plain) && plain.every(each)
export const isText = (plain: unknown): plain is string => typeof plain === 'string'
export const isInteger = (plain: unknown): plain is number => Number.isInteger(plain)
export const isCount = (plain: unknown): plain is number => isInteger(plain) && plain >= 0
/** A SHA-256 hash in hexadecimal digits. */
export const isHash = (plain: unknown): plain is string => isText(plain) && /^[0-9a-f]{64}$/.test(plain)

/** Whether two values are written alike, whatever the order of their keys. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [here, there] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))]
  return here.length === there.size && here.every(([key, value]) => there.has(key) && sameJson(value, there.get(key)))
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
