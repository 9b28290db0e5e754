import { expect, test } from 'vitest'
import { moved, typed, withFreeField, without, wrongNames } from './names'
import { keepRound, lastRound } from './round'

test('there is a free field after the last name, up to the most seats', () => {
  expect(withFreeField([], 3)).toEqual([''])
  expect(withFreeField(['Anna'], 3)).toEqual(['Anna', ''])
  expect(withFreeField(['Anna', ' '], 3)).toEqual(['Anna', ' '])
  expect(withFreeField(['Anna', 'Ben', 'Cem'], 3)).toEqual(['Anna', 'Ben', 'Cem'])
})

test('names move by one place, and not beyond the ends', () => {
  const names = ['Anna', 'Ben', 'Cem']
  expect(moved(names, 2, -1)).toEqual(['Anna', 'Cem', 'Ben'])
  expect(moved(names, 0, 1)).toEqual(['Ben', 'Anna', 'Cem'])
  expect(moved(names, 0, -1)).toEqual(names)
  expect(moved(names, 2, 1)).toEqual(names)
  expect(without(names, 1)).toEqual(['Anna', 'Cem'])
})

test('empty fields are not seats', () => {
  expect(typed([' Anna ', '', 'Ben', ' '])).toEqual(['Anna', 'Ben'])
})

test('what is wrong with the names', () => {
  expect(wrongNames(['Anna', 'Ben', ''], [3, 12])).toEqual({ key: 'few', count: 3 })
  expect(wrongNames(['Anna', 'Ben', 'Cem'], [2, 2])).toEqual({ key: 'many', count: 2 })
  expect(wrongNames(['Anna', 'Ben', 'anna '], [2, 12])).toEqual({ key: 'twice', name: 'anna' })
  expect(wrongNames(['Anna', 'Ben'], [2, 12])).toBeNull()
})

test('the last round is remembered, and anything else in the store is not', () => {
  const store = new Map<string, string>()
  const kept = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  }
  expect(lastRound(kept)).toEqual([])
  keepRound(['Anna', 'Ben'], kept)
  expect(lastRound(kept)).toEqual(['Anna', 'Ben'])
  for (const text of ['{', '7', '[1, "Anna"]']) {
    store.set('knobel.round', text)
    expect(lastRound(kept)).toEqual(text.startsWith('[') ? ['Anna'] : [])
  }
})
