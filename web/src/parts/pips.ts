/** The faces of a die as single paths in a box of 24 by 24, so that a die at rest costs two elements. */

import type { Mark } from './colours'

const LOW = 6.4
const MIDDLE = 12
const HIGH = 17.6

type Place = readonly [x: number, y: number]

const CENTRE: Place[] = [[MIDDLE, MIDDLE]]
const RISING: Place[] = [
  [LOW, HIGH],
  [HIGH, LOW],
]
const FALLING: Place[] = [
  [LOW, LOW],
  [HIGH, HIGH],
]
const SIDES: Place[] = [
  [LOW, MIDDLE],
  [HIGH, MIDDLE],
]

const PLACES: readonly (readonly Place[])[] = [
  [],
  CENTRE,
  RISING,
  [...RISING, ...CENTRE],
  [...RISING, ...FALLING],
  [...RISING, ...FALLING, ...CENTRE],
  [...RISING, ...FALLING, ...SIDES],
]

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

/** Shapes of about the same area; drawn with the even-odd rule, so that a ring has its hole. */
const SHAPES: Record<Mark, (x: number, y: number) => string> = {
  round: (x, y) => circle(x, y, 2.3),
  diamond: (x, y) => `M${x} ${y - 3}l2.8 3l-2.8 3l-2.8 -3z`,
  square: (x, y) => `M${x - 2.1} ${y - 2.1}h4.2v4.2h-4.2z`,
  triangle: (x, y) => `M${x} ${y - 2.8}l3 5h-6z`,
  cross: (x, y) => `M${x - 0.9} ${y - 2.8}h1.8v1.9h1.9v1.8h-1.9v1.9h-1.8v-1.9h-1.9v-1.8h1.9z`,
  ring: (x, y) => circle(x, y, 2.7) + circle(x, y, 1.1),
}

/** What a hidden die shows: a lattice, which no face has. */
const BACK = 'M12 4.6l7.4 7.4l-7.4 7.4l-7.4 -7.4zM12 7.4l-4.6 4.6l4.6 4.6l4.6 -4.6zM12 10.2l1.8 1.8l-1.8 1.8l-1.8 -1.8z'

/** One mark alone, for cups and sheets. */
export function markPath(mark: Mark, x = MIDDLE, y = MIDDLE): string {
  return SHAPES[mark](x, y)
}

/** The path of a face; 0, or anything that is no face, is the back. */
export function facePath(value: number, mark: Mark): string {
  const places = PLACES[value]
  if (!places?.length) return BACK
  return places.map(([x, y]) => SHAPES[mark](x, y)).join('')
}
