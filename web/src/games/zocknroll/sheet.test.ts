import { describe, expect, it } from 'vitest'
import { circles, cross, crosses, newMarks, SQUARE } from './pen'
import { entry, shown } from './game.fixture'

const NAMES = ['Anna', 'Ben', 'Cem', 'Dörte']

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

describe('the pen', () => {
  it('marks a drop of round 1 twice, one of round 2 once (N7)', () => {
    const drop = entry('played', { e: 'drop', seat: 1, row: 'pair' })
    expect(newMarks(drop, shown(NAMES, { view: { dropped: [0, 1, 0, 0] } }))).toEqual({
      seat: 1,
      rows: ['pair', 'dropped_first'],
    })
    expect(newMarks(drop, shown(NAMES, { view: { dropped: [0, 2, 0, 0] } }))).toEqual({ seat: 1, rows: ['pair'] })
  })

  it('marks only the drop where no row can be formed (N7)', () => {
    const drop = entry('played', { e: 'drop', seat: 1, row: null })
    expect(newMarks(drop, shown(NAMES, { view: { dropped: [0, 1, 0, 0] } }))?.rows).toEqual(['dropped_first'])
  })

  it('marks round 3 for a lone winner only (N10)', () => {
    const mark = entry('played', { e: 'mark', seat: 2, row: 'pair' })
    expect(newMarks(mark, shown(NAMES, { facts: { best: [2] } }))?.rows).toEqual(['pair', 'won_third'])
    expect(newMarks(mark, shown(NAMES, { facts: { best: [0, 2] } }))?.rows).toEqual(['pair'])
  })

  it('rests otherwise', () => {
    expect(newMarks(null, shown(NAMES))).toBeNull()
    expect(newMarks(entry('played', { e: 'stay', seat: 1 }), shown(NAMES))).toBeNull()
  })
})
