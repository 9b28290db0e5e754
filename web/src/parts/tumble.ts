/**
 * How a die tumbles: pseudo-random, seeded by the entry of the log, so that all screens show the same. It flies without
 * knowing its value and shows any face; once the value is known, a last roll brings it to the front.
 */

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
  /** The face in front when it reaches the table. */
  face: number
  /** Milliseconds of the flight at speed 1. */
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
    ms: between(440, 560),
    delay: between(0, 60),
    tilt: between(-9, 9),
    face: 1 + Math.floor(6 * next()),
  }
}

/** The longest flight at speed 1, and the last roll. */
export const FLY_MS = 620
export const LAND_MS = 240

/** How much of the way is left for the last roll. */
const REST = 0.08

/** The flight of the cube: it ends with the face of the flight in front, close to its place. */
export function flight({ turns, from, leap }: Tumble): Keyframe[] {
  const at = (offset: number, left: number, height: number, easing: string): Keyframe => {
    const [x, y, z] = turns.map((quarters) => Math.round(quarters * 90 * left)) as [number, number, number]
    return {
      offset,
      easing,
      transform: turned(from, Math.max(left, REST), height, `rotateX(${x}deg) rotateY(${y}deg) rotateZ(${z}deg)`),
    }
  }
  return [
    at(0, 1, 0.2, 'cubic-bezier(.2, .6, .5, 1)'),
    at(0.4, 0.55, leap, 'cubic-bezier(.5, 0, .8, .6)'),
    at(0.7, 0.24, 0, 'cubic-bezier(.2, .5, .6, .9)'),
    at(1, 0, leap * 0.25, 'linear'),
  ]
}

/** The last roll of the cube, from the face of its flight to its value. */
export function landing({ from, leap, face }: Tumble, value: number): Keyframe[] {
  return [
    {
      offset: 0,
      easing: 'cubic-bezier(.3, .3, .5, 1)',
      transform: turned(from, REST, leap * 0.25, TURNS[cube(value).indexOf(face)]!),
    },
    { offset: 0.75, easing: 'ease-out', transform: turned(from, REST / 4, 0.04, 'rotateX(0deg)') },
    { offset: 1, transform: turned(from, 0, 0, 'rotateX(0deg)') },
  ]
}

/** How a cube is turned so that its front, back, right, left, top or bottom is in front. */
const TURNS = ['rotateX(0deg)', 'rotateY(180deg)', 'rotateY(-90deg)', 'rotateY(90deg)', 'rotateX(-90deg)', 'rotateX(90deg)']

function turned(from: Tumble['from'], left: number, height: number, turns: string): string {
  const rise = `calc(var(--size) * ${(height - 0.5).toFixed(2)})`
  const where = `translate3d(${percent(from[0] * left)}, ${percent(from[1] * left)}, ${rise})`
  return `perspective(calc(var(--size) * 6)) ${where} ${turns}`
}

/** The same flight for a small die: only its face spins, at a sixth of the cost. */
export function flatFlight({ turns, from, leap }: Tumble): Keyframe[] {
  const spin = (turns[0] + turns[1] + turns[2] || 4) * 90
  const at = (offset: number, left: number, height: number): Keyframe => {
    const where = `translate(${percent(from[0] * Math.max(left, REST))}, ${percent(from[1] * Math.max(left, REST))})`
    return {
      offset,
      easing: 'ease-in-out',
      transform: `${where} rotate(${Math.round(spin * left)}deg) scale(${(1 + height / 4).toFixed(2)})`,
    }
  }
  return [at(0, 1, 0), at(0.4, 0.55, leap), at(0.7, 0.24, 0), at(1, 0, leap * 0.25)]
}

/** The last roll of a small die: its value turns up. */
export function flatLanding({ from }: Tumble): Keyframe[] {
  return [
    { transform: `translate(${percent(from[0] * REST)}, ${percent(from[1] * REST)}) rotateX(80deg)`, easing: 'ease-out' },
    { transform: 'none' },
  ]
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
