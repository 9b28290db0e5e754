// Fingerprints of the wants that a page has seen, to compare them with the record.

import { type Bytes, hex } from './hashing'

/** The key of a want: the number of its section, and its own. */
export const wantKey = (section: number, want: number): string => `${section} ${want}`

/** All inputs of a want apart from the server's key: the header, and the link of each device. */
export const fingerprint = (bound: Bytes, links: readonly (string | null)[]): string =>
  [hex(bound), ...links.map((link) => link ?? '-')].join(' ')
