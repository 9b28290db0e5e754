import { describe, expect, it } from 'vitest'
import { IVORY, MARKS, PLAYER_COLOURS, seatColour } from './colours'

type Triple = [number, number, number]

/** What people with one kind of cone missing see, in linear RGB (Machado, Oliveira and Fernandes 2009, severity 1). */
const VISIONS: Record<string, [Triple, Triple, Triple]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function linear(colour: string): Triple {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Triple
}

function times(matrix: [Triple, Triple, Triple], [x, y, z]: Triple): Triple {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple
}

/** Oklab (Ottosson 2020): equal distances look about equally different; 0.02 is just noticeable. */
function oklab(rgb: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((part) => Math.min(1, Math.max(0, part))) as Triple,
  )
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt) as Triple,
  )
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const ALL = [IVORY, ...PLAYER_COLOURS]
const PAIRS = ALL.flatMap((one, place) => ALL.slice(place + 1).map((other) => [one, other] as const))

describe.each(Object.entries(VISIONS))('to %s vision', (_, vision) => {
  it.each(PAIRS.map(([one, other]) => [one.name, other.name, one, other] as const))(
    '%s is not %s',
    (_one, _other, one, other) => {
      const [a, b] = [one, other].map(({ body }) => oklab(times(vision, linear(body)))) as [Triple, Triple]
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeGreaterThan(0.12)
    },
  )
})

describe('marks', () => {
  it('tell the colours apart without any colour', () => {
    expect(new Set(PLAYER_COLOURS.map(({ mark }) => mark))).toEqual(new Set(MARKS))
  })

  it.each(ALL.map((colour) => [colour.name, colour] as const))('stand out on %s', (_, { body, pip }) => {
    expect(contrast(body, pip)).toBeGreaterThan(4.5)
  })
})

describe('seats', () => {
  const look = (seats: number, you: number | null, liked: string) =>
    Array.from({ length: seats }, (_, seat) => seatColour(seat, you, liked)).map(({ name, lined }) => `${name} ${lined}`)

  it('all look different, up to twelve, whatever the viewer likes', () => {
    for (const liked of ['seat', ...PLAYER_COLOURS.map(({ name }) => name)]) {
      for (const you of [null, 0, 5, 6, 11]) expect(new Set(look(12, you, liked)).size).toBe(12)
    }
  })

  it('give the viewer the chosen colour, and its owner the other one', () => {
    expect(seatColour(7, 7, 'plum').name).toBe('plum')
    const usual = look(12, null, 'seat')
    expect(look(12, 7, 'plum').filter((colour, seat) => colour !== usual[seat])).toHaveLength(2)
  })

  it('keep to the order of seats for a colour that does not exist', () => {
    expect(look(12, 3, 'chartreuse')).toEqual(look(12, null, 'seat'))
  })
})
