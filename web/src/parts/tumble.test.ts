import { describe, expect, it } from 'vitest'
import { cube, flatKeyframes, keyframes, TUMBLE_MS, tumble } from './tumble'

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
      expect(ms).toBeGreaterThanOrEqual(500)
      expect(ms + delay).toBeLessThanOrEqual(TUMBLE_MS)
    }
  })

  it('really turns the die', () => {
    for (const { turns } of THROWS.map(tumble)) expect(Math.min(Math.abs(turns[0]), Math.abs(turns[1]))).toBeGreaterThanOrEqual(3)
  })

  it('ends unturned where the die lies, so that the resting face takes over unseen', () => {
    for (const thrown of THROWS) {
      const last = keyframes(tumble(thrown)).at(-1)
      expect(last).toMatchObject({ offset: 1 })
      expect(last?.transform).toMatch(
        /translate3d\(-?0\.0%, -?0\.0%, calc\(var\(--size\) \* -0\.50\)\) rotateX\(-?0deg\) rotateY\(-?0deg\) rotateZ\(-?0deg\)$/,
      )
    }
  })
})

describe('a small die', () => {
  it('spins, and ends as it lies', () => {
    for (const thrown of THROWS) {
      const [first, ...others] = flatKeyframes(tumble(thrown))
      expect(first?.transform).not.toContain('rotate(0deg)')
      expect(others.at(-1)?.transform).toMatch(/^translate\(-?0\.0%, -?0\.0%\) rotate\(-?0deg\) scale\(1\.00\)$/)
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
