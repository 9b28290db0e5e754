import { describe, expect, it } from 'vitest'
import { MARKS } from './colours'
import { facePath } from './pips'

describe.each(MARKS)('a face of %s marks', (mark) => {
  const outlines = mark === 'ring' ? 2 : 1

  it.each([1, 2, 3, 4, 5, 6])('has %i of them', (value) => {
    expect(facePath(value, mark).match(/M/g)).toHaveLength(value * outlines)
  })

  it('has a back that is none of the faces', () => {
    const back = facePath(0, mark)
    expect(back).not.toBe('')
    expect([1, 2, 3, 4, 5, 6].map((value) => facePath(value, mark))).not.toContain(back)
  })
})
