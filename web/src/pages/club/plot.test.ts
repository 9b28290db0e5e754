import { describe, expect, test } from 'vitest'
import { area, labelled, line, scale, ticks, wholeTicks } from './plot'

describe('axes', () => {
  test('have round numbers that include both ends', () => {
    expect(ticks(0, 10)).toEqual([0, 5, 10])
    expect(ticks(-1.3, 2.1)).toEqual([-2, -1, 0, 1, 2, 3])
    expect(ticks(3, 3)).toEqual([3, 3.5])
    for (const [least, most] of [
      [0, 1],
      [-7.3, 0.4],
      [21, 33.2],
      [0, 1234],
      [-0.004, 0.003],
    ] as const) {
      const found = ticks(least, most)
      expect(found[0]!).toBeLessThanOrEqual(least)
      expect(found.at(-1)!).toBeGreaterThanOrEqual(most)
      expect(found.length).toBeGreaterThanOrEqual(2)
      expect(found.length).toBeLessThanOrEqual(7)
    }
  })

  test('of counts have whole steps', () => {
    for (let most = 0; most < 300; most++) expect(wholeTicks(most).every(Number.isInteger), String(most)).toBe(true)
  })

  test('label the first, the last and some between', () => {
    expect(labelled(3, 4)).toEqual([0, 1, 2])
    expect(labelled(60, 4)).toEqual([0, 20, 39, 59])
    expect(labelled(0, 4)).toEqual([])
  })
})

describe('paths', () => {
  test('are scaled, and a range of nothing lies in the middle', () => {
    expect([0, 5, 10].map(scale([0, 10], [100, 0]))).toEqual([100, 50, 0])
    expect(scale([3, 3], [0, 10])(3)).toBe(5)
  })

  test('leave gaps', () => {
    expect(line([null, [0, 1], [2, 3], null, [4, 5]])).toBe('M0.0 1.0L2.0 3.0M4.0 5.0')
  })

  test('close an area', () => {
    expect(
      area(
        [
          [0, 1],
          [2, 1],
        ],
        [
          [0, 3],
          [2, 4],
        ],
      ),
    ).toBe('M0.0 1.0L2.0 1.0L2.0 4.0L0.0 3.0Z')
    expect(area([], [])).toBe('')
  })
})
