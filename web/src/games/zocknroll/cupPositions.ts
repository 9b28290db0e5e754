/** Where the cups stand around the table, on screens that have room for a round one. */

export interface Place {
  /** In percent of the width and the height of the felt. */
  x: number
  y: number
}

/** How much of the circle stays free in front of the viewer, whose own cup stands below the felt. */
const OWN_SIDE = 100

/**
 * The places of `count` cups, clockwise. A player sits at the bottom, so the others go from the left over the top to the
 * right; a spectator sees all of them, from the bottom on.
 */
export function places(count: number, own: boolean): Place[] {
  const free = own ? OWN_SIDE : 0
  const spread = 360 - free
  return Array.from({ length: count }, (_, place) => {
    const share = own ? (place + 0.5) / count : place / count
    const angle = ((90 + free / 2 + share * spread) * Math.PI) / 180
    return { x: 50 + 38 * Math.cos(angle), y: 49 + 37 * Math.sin(angle) }
  })
}
