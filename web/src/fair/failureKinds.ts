// What can be wrong with dice; `web-fair-wrong-…` says it in words.

/** `record` is one of another game than the one that was seen. */
export type Why =
  | 'malformed'
  | 'table'
  | 'taken'
  | 'secret'
  | 'again'
  | 'early'
  | 'unwanted'
  | 'untold'
  | 'seat'
  | 'links'
  | 'promise'
  | 'full'
  | 'dice'
  | 'record'

/** Beyond that, what only those notice who are there. */
export type Failing = Why | 'root' | 'past' | 'number' | 'instead' | 'key' | 'unproven' | 'anchor'
