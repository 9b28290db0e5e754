import { describe, expect, it } from 'vitest'
import { circles, cross, crosses, SQUARE } from './pen'

describe('circles', () => {
  it('are as many as asked for, and the last has a second ring', () => {
    expect(circles(6).match(/M/g)).toHaveLength(7)
  })
})

describe('crosses', () => {
  it('stay inside their circle, as a careful hand does', () => {
    for (let row = 0; row < 14; row++) {
      for (let place = 0; place < 6; place++) {
        const starts = [...cross(row, place).matchAll(/M([\d.]+) ([\d.]+)/g)]
        expect(starts).toHaveLength(2)
        for (const [, x, y] of starts) {
          expect(Math.abs(Number(x) - (place + 0.5) * SQUARE)).toBeLessThan(SQUARE / 2)
          expect(Math.abs(Number(y) - SQUARE / 2)).toBeLessThan(SQUARE / 2)
        }
      }
    }
  })

  it('are two strokes each', () => expect(crosses(3, 4).match(/M/g)).toHaveLength(8))
})
