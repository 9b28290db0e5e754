/** How a die tumbles: pseudo-random, seeded by the entry of the log, so that all screens show the same. */

/** Which entry of the log threw the die, and which die of the throw it is. */
export interface Thrown {
  version: number
  index: number
}

export interface Tumble {
  /** Quarter turns about the three axes before the die comes to rest. */
  turns: readonly [number, number, number]
  /** Where the die leaves the cup, in sizes of the die from where it will lie. */
  from: readonly [number, number]
  /** How far it leaps off the table half-way, in sizes of the die. */
  leap: number
  /** Milliseconds at speed 1. */
  ms: number
  delay: number
  /** Degrees by which a die lies askew in the end. */
  tilt: number
}

/** Seeded random numbers from 0 to 1 (mulberry32). */
function chance(version: number, index: number): () => number {
  let seed = Math.imul(version, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function tumble({ version, index }: Thrown): Tumble {
  const next = chance(version, index)
  const between = (low: number, high: number): number => low + (high - low) * next()
  const either = (): number => (next() < 0.5 ? -1 : 1)
  return {
    turns: [either() * Math.round(between(3, 6)), either() * Math.round(between(3, 6)), either() * Math.round(between(0, 2))],
    from: [between(-1.6, 1.6), between(2.2, 3.4)],
    leap: between(0.5, 1),
    ms: between(500, 720),
    delay: between(0, 80),
    tilt: between(-9, 9),
  }
}

/** The longest duration of a throw at speed 1. */
export const TUMBLE_MS = 800

/**
 * Keyframes of the cube, of which the front is the face that fell: it ends unturned, with its front in the plane of
 * the table, exactly where the resting face takes its place.
 */
export function keyframes({ turns, from, leap }: Tumble): Keyframe[] {
  const at = (offset: number, left: number, height: number, easing: string): Keyframe => {
    const [x, y, z] = turns.map((quarters) => Math.round(quarters * 90 * left))
    const rise = `calc(var(--size) * ${(height - 0.5).toFixed(2)})`
    const where = `translate3d(${percent(from[0] * left)}, ${percent(from[1] * left)}, ${rise})`
    return {
      offset,
      easing,
      transform: `perspective(calc(var(--size) * 6)) ${where} rotateX(${x}deg) rotateY(${y}deg) rotateZ(${z}deg)`,
    }
  }
  return [
    at(0, 1, 0.2, 'cubic-bezier(.2, .6, .4, 1)'),
    at(0.35, 0.5, leap, 'cubic-bezier(.6, 0, .8, .5)'),
    at(0.6, 0.22, 0, 'cubic-bezier(.2, .5, .4, 1)'),
    at(0.75, 0.1, leap * 0.3, 'cubic-bezier(.5, 0, .8, .6)'),
    at(1, 0, 0, 'linear'),
  ]
}

/** The same path for a small die: only its face spins, at a sixth of the cost. */
export function flatKeyframes({ turns, from, leap }: Tumble): Keyframe[] {
  const spin = (turns[0] + turns[1] + turns[2] || 4) * 90
  const at = (offset: number, left: number, height: number): Keyframe => {
    const where = `translate(${percent(from[0] * left)}, ${percent(from[1] * left)})`
    const turned = `rotate(${Math.round(spin * left)}deg) scale(${(1 + height / 4).toFixed(2)})`
    return { offset, easing: 'ease-in-out', transform: `${where} ${turned}` }
  }
  return [at(0, 1, 0), at(0.35, 0.5, leap), at(0.6, 0.22, 0), at(0.75, 0.1, leap * 0.3), at(1, 0, 0)]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

/** The faces of a cube with `front` to the viewer: front, back, right, left, top, bottom. Opposite ones make seven. */
export function cube(front: number): readonly [number, number, number, number, number, number] {
  if (front < 1) return [0, 0, 0, 0, 0, 0]
  const [right, top] = [1, 2, 3].filter((face) => face !== front && face !== 7 - front) as [number, number]
  return [front, 7 - front, right, 7 - right, top, 7 - top]
}
