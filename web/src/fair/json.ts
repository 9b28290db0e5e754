// Untrusted JSON: a strict parser, type guards that narrow it once, at the boundary, and comparison by value.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** An object, with no other keys than these where they are given. */
export const isObject = <Key extends string>(plain: unknown, keys?: readonly Key[]): plain is Partial<Record<Key, unknown>> =>
  typeof plain === 'object' &&
  plain !== null &&
  !Array.isArray(plain) &&
  (!keys || Object.keys(plain).every((key) => keys.some((known) => known === key)))

export const isList = <Part>(plain: unknown, each: (part: unknown) => part is Part): plain is Part[] =>
  Array.isArray(plain) && plain.every(each)
/** A text without half of a surrogate pair, which UTF-8 cannot encode. */
export const isWhole = (plain: unknown): plain is string => isText(plain) && !/\p{Cs}/u.test(plain)
export const isText = (plain: unknown): plain is string => typeof plain === 'string'
export const isInteger = (plain: unknown): plain is number => Number.isInteger(plain)
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

/** The value of JSON in UTF-8 that every reader understands alike; undefined otherwise. */
export function strictlyRead(bytes: BufferSource): unknown {
  try {
    return strictlyParsed(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]|[^\s{}[\],:"]+/g

/** The same for a text: no key stands twice in an object, and all numbers are whole and at most 2^53 - 1. */
export function strictlyParsed(text: string): unknown {
  const value = parsed(text)
  if (value === undefined) return undefined
  const open: Set<unknown>[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':' && !isNew(open.at(-1)!, parsed(last))) return undefined
    else if (/^[-\d]/.test(token) && !isSafe(token)) return undefined
    last = token
  }
  return value
}

const isNew = (keys: Set<unknown>, key: unknown): boolean => keys.size < keys.add(key).size
const isSafe = (number: string): boolean => /^-?\d+$/.test(number) && Number.isSafeInteger(Number(number))
