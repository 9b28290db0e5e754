/** Texts in the second person for the viewer's own seat: "Du bist dran", not "Gast ist dran". Spectators read names. */

import type { Phrase } from './messages'
import { say, tell } from './words.svelte'

/** A selector for messages that differ for the viewer. */
export const who = (seat: number | null | undefined, you: number | null): 'you' | 'other' =>
  you !== null && seat === you ? 'you' : 'other'

/** A game or an analysis in which the own seat is called "Du". */
export function named<Game extends { names: readonly string[] }>(game: Game, you: number | null): Game {
  if (you === null) return game
  return { ...game, names: game.names.map((name, seat) => (seat === you ? say('ui-you') : name)) }
}

type Value = NonNullable<Phrase['values']>[string]

/** The variables of phrases that hold names of players. */
const NAMES = new Set(['name', 'names', 'other', 'best', 'loser'])

/** A line of the log. Messages that name players have a variant for the word `ui-you`: it replaces the reader's name. */
export const tellTo = (reader: string | null | undefined, line: Phrase): string => tell(reader ? addressed(line, reader) : line)

function addressed(phrase: Phrase, reader: string, naming = false): Phrase {
  const given = naming ? lastInList(phrase.values ?? {}, reader) : (phrase.values ?? {})
  const values: Record<string, Value> = {}
  for (const [name, value] of Object.entries(given)) values[name] = replaced(value, reader, naming || NAMES.has(name))
  return { ...phrase, values }
}

function replaced(value: Value, reader: string, naming: boolean): Value {
  if (Array.isArray(value)) return value.map((each) => replaced(each, reader, naming) as string | Phrase)
  if (typeof value === 'object') return addressed(value, reader, naming && value.key === 'ui-and')
  return naming && value === reader ? say('ui-you') : value
}

/** "Ada, Ben and you": the reader comes last. */
function lastInList(list: NonNullable<Phrase['values']>, reader: string): NonNullable<Phrase['values']> {
  const all = [list.most, list.last].flat() as (string | Phrase)[]
  const ordered = [...all.filter((name) => name !== reader), ...all.filter((name) => name === reader)]
  return { most: ordered.slice(0, -1), last: ordered.at(-1)! }
}

/** What happens now; said to the reader where `yours` says that it is their turn. */
export function tellNow(now: Phrase, yours: boolean): string {
  return tell(yours && now.values?.name ? { ...now, values: { ...now.values, name: say('ui-you') } } : now)
}
