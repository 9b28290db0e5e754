// Kinds of failures; the messages are `web-fair-wrong-…`.

/** Found in a record. `record`: it is not the game that was seen. */
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
  | 'event'

/** Found live only. */
export type Failing = Why | 'root' | 'past' | 'number' | 'instead' | 'key' | 'unproven' | 'anchor'
