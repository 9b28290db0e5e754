// Compares the table that the dice are bound to (the text in their header: game, options, names) with the table shown.

import { allOptions } from './gameShapes'
import { isObject, parsed, sameJson, strictlyParsed } from './json'

export interface Agreed {
  game: string
  options?: object
  players?: readonly string[] | undefined
}

/** Whether the text describes the table of a record; either may leave out options with their default value. */
export function isTableOf(text: string, { game, options, players }: Agreed): boolean {
  const said = strictlyParsed(text)
  if (!isObject(said, ['game', 'options', 'players']) || said.game !== game || !sameJson(said.players, players)) return false
  const all = allOptions(game, said.options)
  return all !== null && sameJson(all, allOptions(game, options))
}

/** Whether the text describes the table that is shown, with all its options; names are compared where they are given. */
export function sameTable(text: string, { game, options = {}, players }: Agreed): boolean {
  const said = parsed(text)
  if (!isObject<'game' | 'options' | 'players'>(said) || said.game !== game) return false
  if (players && !sameJson(said.players, players)) return false
  const shown = new Map<string, unknown>(Object.entries(options))
  return Object.entries(said.options ?? {}).every(([key, value]) => sameJson(value, shown.get(key)))
}
