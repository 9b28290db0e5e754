import { describe, expect, it } from 'vitest'
import { cube, flatFlight, flatLanding, flight, FLY_MS, landing, tumble } from './tumble'

const THROWS = Array.from({ length: 200 }, (_, place) => ({ version: 1 + Math.floor(place / 5), index: place % 5 }))

describe('a tumble', () => {
  it('is the same on every screen', () => {
    expect(tumble({ version: 12, index: 3 })).toEqual(tumble({ version: 12, index: 3 }))
  })

  it('is another one for every die of every throw', () => {
    expect(new Set(THROWS.map((thrown) => JSON.stringify(tumble(thrown)))).size).toBe(THROWS.length)
  })

  it('ends in time, and is never too short to see', () => {
    for (const { ms, delay } of THROWS.map(tumble)) {
      expect(ms).toBeGreaterThanOrEqual(440)
      expect(ms + delay).toBeLessThanOrEqual(FLY_MS)
    }
  })

  it('really turns the die', () => {
    for (const { turns } of THROWS.map(tumble)) expect(Math.min(Math.abs(turns[0]), Math.abs(turns[1]))).toBeGreaterThanOrEqual(3)
  })

  it('shows any face in the air', () => {
    expect(new Set(THROWS.map((thrown) => tumble(thrown).face))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })

  it('continues with the last roll where the flight has ended', () => {
    for (const way of THROWS.map(tumble)) {
      const place = (keyframe: Keyframe | undefined) => String(keyframe?.transform).split(' rotate')[0]
      expect(place(landing(way, 4)[0])).toBe(place(flight(way).at(-1)))
    }
  })

  it('ends unturned where the die lies, so that the resting face takes over unseen', () => {
    for (const way of THROWS.map(tumble)) {
      expect(flight(way).at(-1)?.transform).toMatch(/rotateX\(-?0deg\) rotateY\(-?0deg\) rotateZ\(-?0deg\)$/)
      expect(landing(way, 4).at(-1)?.transform).toMatch(
        /translate3d\(-?0\.0%, -?0\.0%, calc\(var\(--size\) \* -0\.50\)\) rotateX\(0deg\)$/,
      )
    }
  })

  it('rolls from the face of its flight to its value', () => {
    const way = { ...tumble({ version: 1, index: 0 }), face: 3 }
    const first = (value: number) => /rotate[XY]\(.*\)$/.exec(String(landing(way, value)[0]?.transform))?.[0]
    expect([3, 4, 1, 6].map(first)).toEqual(['rotateX(0deg)', 'rotateY(180deg)', 'rotateX(-90deg)', 'rotateX(-90deg)'])
  })
})

describe('a small die', () => {
  it('spins, and ends as it lies', () => {
    for (const way of THROWS.map(tumble)) {
      expect(flatFlight(way)[0]?.transform).not.toContain('rotate(0deg)')
      expect(flatFlight(way).at(-1)?.transform).toContain('rotate(0deg)')
      expect(flatLanding(way).at(-1)?.transform).toBe('none')
    }
  })
})

describe('a cube', () => {
  it.each([1, 2, 3, 4, 5, 6])('with %i in front has every face, and opposite ones make seven', (front) => {
    const [first, back, right, left, top, bottom] = cube(front)
    expect(first).toBe(front)
    expect([first + back, right + left, top + bottom]).toEqual([7, 7, 7])
    expect(new Set([first, back, right, left, top, bottom]).size).toBe(6)
  })

  it('that is hidden shows nothing on any side', () => {
    expect(cube(0)).toEqual([0, 0, 0, 0, 0, 0])
  })
})
