/** The address of a position, with its text form in the query string. */

/** Of the text `zock - throw …` the address is `/analysis/zock?p=zock+-+throw+…`. */
export function analysisPath(position: string): string {
  const game = position.split(' ', 1)[0] ?? ''
  // Slashes, colons and commas may stand in a query as they are; a plus is a space there.
  const text = encodeURIComponent(position)
    .replace(/%20/g, '+')
    .replace(/%(2F|3A|2C)/g, decodeURIComponent)
  return `/analysis/${game}?p=${text}`
}

/** The position in an address, if it has one. */
export const positionIn = (search: string): string | null => new URLSearchParams(search).get('p')
