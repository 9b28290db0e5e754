/** Table codes, as they are typed or pasted. */

const SYLLABLES = /^(?:[bdfghjklmnprst][aeiou]){6}$/

/** The letters of what was typed or pasted: also of a whole link, whatever the case, the spaces and the dashes. */
export function lettersOf(text: string): string {
  const code = /\/t\/([^/?#]+)/.exec(text)?.[1] ?? text
  return code.toLowerCase().replace(/[^a-z]/g, '')
}

/** A code in the form it stands in an address, or null for what cannot be one. */
export function readCode(text: string): string | null {
  const letters = lettersOf(text)
  return SYLLABLES.test(letters) ? grouped(letters) : null
}

/** Groups of four: how a code is shown while it is typed. */
export const grouped = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-')
