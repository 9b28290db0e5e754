import { beforeEach, expect, test } from 'vitest'
import english from '../../../../src/knobel/words/en.ftl'
import { useWords } from '../../lib/words.svelte'
import type { Finished } from './ending'
import finals from './finals.fixture.json'
import { shortened, wrapped } from './picture'
import { inWords, pictureOf } from './pictureOf'

beforeEach(() => useWords('en', english))

/** A font in which every letter is one wide. */
const width = (text: string): number => [...text].length

test('a text that is too long ends with an ellipsis, between whole letters', () => {
  expect(shortened('Franziska', 9, width)).toBe('Franziska')
  expect(shortened('Franziska-Marie', 9, width)).toBe('Franzisk…')
  expect(shortened('🎲🎲🎲🎲', 3, width)).toBe('🎲🎲…')
})

test('a text breaks between words, and the last line takes the rest', () => {
  expect(wrapped('one two three four', 8, 3, width)).toEqual(['one two', 'three', 'four'])
  expect(wrapped('one two three four', 8, 2, width)).toEqual(['one two', 'three four'])
})

const final = (name: keyof typeof finals): Finished => finals[name] as unknown as Finished

test('the picture has names for all, the decisive dice, and the standings', () => {
  const picture = pictureOf(final('schockOut'), 1, new Date(2026, 10, 16))
  expect(picture.headline).toContain('Ben')
  expect(picture.groups.map(({ owner, dice }) => [owner, dice])).toEqual([
    ['Cem', [1, 1, 1]],
    ['Ben', [3, 2, 1]],
  ])
  expect(picture.rows.map(({ name, points, mark }) => [name, points, mark])).toEqual([
    ['Cem', '0', null],
    ['Ada', '0', null],
    ['Ben', '5', 'lost'],
  ])
  expect(picture.date).toContain('2026')
})

test('the text alternative says the same', () => {
  const text = inWords(pictureOf(final('single'), null, new Date()))
  for (const part of ['ZOCK', 'Ben', 'Ada had 2 left open', 'Ada 2']) expect(text).toContain(part)
})
