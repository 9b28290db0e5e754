/** Pairs of dice as cells of a triangle. */

export type Pair = readonly [low: number, high: number]

const FACES = [1, 2, 3, 4, 5, 6]

/** All pairs of dice of at least `from`, row by row. */
export function pairsFrom(from: number): Pair[] {
  const faces = FACES.filter((face) => face >= from)
  return faces.flatMap((high) => faces.filter((low) => low <= high).map((low): Pair => [low, high]))
}

/** Where an arrow key leads in the triangle, or null. */
export function moved(key: string, low: number, high: number, from = 1): Pair | null {
  const steps: Record<string, Pair> = {
    ArrowLeft: [low - 1, high],
    ArrowRight: [low + 1, high],
    ArrowUp: [low, high - 1],
    ArrowDown: [low, high + 1],
  }
  const to = steps[key]
  return to && to[0] >= from && to[0] <= to[1] && to[1] <= 6 ? to : null
}
