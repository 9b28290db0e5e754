// What a page keeps in mind of the dice that it has seen fall, so that a record cannot tell another story.

import { type Bytes, hex } from './hashing'

/** How a want is called: the number of its root, and its own. */
export const wantKey = (section: number, want: number): string => `${section} ${want}`

/** What went into it: what it was bound to, and what each device revealed. With the key of the house that decides the dice. */
export const fingerprint = (bound: Bytes, links: readonly (string | null)[]): string =>
  [hex(bound), ...links.map((link) => link ?? '-')].join(' ')
