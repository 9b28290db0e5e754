/** SVG paths of a score sheet: printed circles and handwritten crosses. */

/** The side of the square that a circle stands in; a row is as high and as many times wide as it has circles. */
export const SQUARE = 20

const centre = (place: number): number => (place + 0.5) * SQUARE

function ring(place: number, radius: number): string {
  const left = centre(place) - radius
  return `M${left} 10a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

/** The empty circles of a row; the last one has a second ring, because its mark ends the game. */
export function circles(count: number): string {
  const places = Array.from({ length: count }, (_, place) => ring(place, 7))
  return places.join('') + ring(count - 1, 9)
}

/** A small random offset, seeded by row and place. */
function wobble(row: number, place: number, stroke: number): number {
  return (((row * 7 + place * 13 + stroke * 5) % 9) - 4) * 0.28
}

/** The cross in one circle: two strokes of a pen, each a little bent. */
export function cross(row: number, place: number): string {
  const x = centre(place)
  const [a, b, c, d] = [0, 1, 2, 3].map((stroke) => wobble(row, place, stroke)) as [number, number, number, number]
  const falling = [`M${tenths(x - 5 + a)} ${tenths(5 + b)}`, `q${tenths(5 + c)} ${tenths(4 + a)} ${tenths(10 - a)} 10`]
  const rising = [`M${tenths(x + 5 + c)} ${tenths(4.6 + d)}`, `q${tenths(b - 4)} ${tenths(5 + d)} ${tenths(d - 10)} 10.6`]
  return [...falling, ...rising].join('')
}

function tenths(length: number): string {
  return length.toFixed(1)
}

export function crosses(row: number, count: number): string {
  return Array.from({ length: count }, (_, place) => cross(row, place)).join('')
}
