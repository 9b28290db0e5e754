/** Lines and bars of the timeline, in pixels. */

export interface Size {
  width: number
  height: number
}

/** Room at both ends, for marks that stand on the first or the last position. */
export const MARGIN = 12

/** Where a position of `last` stands from left to right. */
export const across = (position: number, last: number, { width }: Size): number =>
  MARGIN + (last ? (position / last) * (width - 2 * MARGIN) : 0)

/** Where a chance stands from top to bottom. */
export const down = (chance: number, { height }: Size): number => MARGIN + (1 - chance) * (height - 2 * MARGIN)

/** The position at a pointer. */
export function pointed(x: number, last: number, { width }: Size): number {
  const share = (x - MARGIN) / Math.max(1, width - 2 * MARGIN)
  return Math.round(Math.min(1, Math.max(0, share)) * last)
}

/** The line of one seat's chance. */
export function line(course: readonly (readonly number[])[], seat: number, size: Size): string {
  const last = course.length - 1
  return course
    .map((chances, position) => {
      const x = across(position, last, size).toFixed(1)
      return `${position ? 'L' : 'M'}${x} ${down(chances[seat] ?? 0, size).toFixed(1)}`
    })
    .join('')
}

export interface LuckBar {
  x: number
  y: number
  width: number
  height: number
  good: boolean
}

/**
 * The luck of each event as a bar above or below the middle, scaled to the largest. An event is between two positions,
 * and so is its bar.
 */
export function luckBars(luck: readonly number[], size: Size): LuckBar[] {
  const largest = Math.max(...luck.map(Math.abs), 0)
  if (!largest) return []
  const step = (size.width - 2 * MARGIN) / luck.length
  const width = Math.max(1, Math.min(8, step * 0.8))
  const half = size.height / 2
  return luck.flatMap((share, event) => {
    const height = (Math.abs(share) / largest) * half
    if (height < 0.25) return []
    const x = MARGIN + (event + 0.5) * step - width / 2
    return [{ x, y: share > 0 ? half - height : half, width, height, good: share > 0 }]
  })
}
