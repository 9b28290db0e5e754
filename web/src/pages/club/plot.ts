/** Scales, axes and paths of plots, in pixels. */

export type Point = readonly [x: number, y: number]

/** Round numbers from at most `least` to at least `most`, about `count` steps of 1, 2 or 5 times a power of ten. */
export function ticks(least: number, most: number, count = 4): number[] {
  const room = most - least || 1
  const power = 10 ** Math.floor(Math.log10(room / count))
  const step = [1, 2, 5, 10].map((times) => times * power).find((wide) => room / wide <= count) ?? 10 * power
  const first = Math.floor(least / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)))
}

/** The same for counts: no step is below one. */
export const wholeTicks = (most: number, count = 4): number[] => ticks(0, Math.max(most, count), count)

/** Maps the numbers between two ends to pixels between two others. */
export const scale =
  ([least, most]: Point, [start, end]: Point) =>
  (value: number): number =>
    most === least ? (start + end) / 2 : start + ((value - least) / (most - least)) * (end - start)

const at = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** A line through points; it begins anew after a gap. */
export function line(points: readonly (Point | null)[]): string {
  let pen = false
  return points
    .map((point) => {
      const drawn = point ? (pen ? 'L' : 'M') + at(point) : ''
      pen = point !== null
      return drawn
    })
    .join('')
}

/** The area between an upper and a lower line. */
export function area(upper: readonly Point[], lower: readonly Point[]): string {
  return upper.length ? `M${[...upper, ...[...lower].reverse()].map(at).join('L')}Z` : ''
}

/** The places of at most `most` labels among `count` points: the first, the last, and some between, evenly. */
export function labelled(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, place) => place)
  return Array.from({ length: most }, (_, place) => Math.round((place * (count - 1)) / (most - 1)))
}
