import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lesson } from '../../src/lib/messages'
import { Course, lastGame, sameMove } from '../../src/pages/learn/course.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const shown = (name: string, kind = 'decision') => ({ name, pending: { kind } })
const happened = (name: string, kind?: string) => ({ e: {}, told: [], game: shown(name, kind) })
const page = (happens: unknown[], does: object | null = null) => ({
  happens,
  note: { key: 'n' },
  points: null,
  does,
  choices: [],
  otherwise: { key: 'otherwise' },
})
const lesson = {
  game: 'zock',
  names: ['You', 'Ben'],
  options: {},
  start: shown('start'),
  steps: [
    page([]),
    page([happened('a'), happened('b')], { e: 'cover', seat: 0, fields: [9] }),
    page([happened('c', 'throw')], { e: 'throw' }),
    page([happened('d')]),
  ],
} as unknown as Lesson

const name = (course: Course): string => (course.game as unknown as { name: string }).name

test('what happens on a page is shown one after the other, or at once', () => {
  const course = new Course(lesson, () => 100)
  course.next()
  expect([name(course), course.settled]).toEqual(['a', false])
  vi.advanceTimersByTime(100)
  expect([name(course), course.settled]).toEqual(['b', false])
  vi.advanceTimersByTime(100)
  expect([name(course), course.settled, course.step]).toEqual(['b', true, null])

  const hasty = new Course(lesson, () => 100)
  hasty.next()
  hasty.hurry()
  expect([name(hasty), hasty.settled]).toEqual(['b', true])
})

test('only the move that was asked for leads on; another one is explained', () => {
  const course = new Course(lesson, () => 0)
  course.act({ e: 'cover', seat: 0, fields: [9] })
  expect([course.page, course.hint]).toEqual([0, null])
  course.next()
  course.throwDice()
  course.act({ e: 'cover', seat: 0, fields: [3, 6] })
  expect([course.page, course.hint?.key]).toEqual([1, 'otherwise'])
  course.act({ fields: [9], seat: 0, e: 'cover' })
  expect([course.page, course.hint, name(course)]).toEqual([2, null, 'c'])
  course.throwDice()
  expect([course.page, course.last]).toEqual([3, true])
  course.next()
  expect(course.page).toBe(3)
})

test('decisions wait until everything has happened', () => {
  const course = new Course(lesson, () => 100)
  course.next()
  course.act({ e: 'cover', seat: 0, fields: [9] })
  expect(course.page).toBe(1)
})

test('going back shows the table as it was', () => {
  const course = new Course(lesson, () => 0)
  course.next()
  course.act({ e: 'cover', seat: 0, fields: [9] })
  course.back()
  expect([course.page, name(course), course.settled]).toEqual([1, 'b', true])
  course.back()
  course.back()
  expect([course.page, name(course)]).toEqual([0, 'start'])
  expect(lastGame(lesson, 0)).toBe(lesson.start)
})

test('moves are the same whatever the order of their fields', () => {
  expect(sameMove({ e: 'stay', seat: 0 }, { seat: 0, e: 'stay' })).toBe(true)
  expect(sameMove({ e: 'throw', keep: [1] }, { e: 'throw', keep: [1], flip: 1 })).toBe(false)
  expect(sameMove({ e: 'stay' }, null)).toBe(false)
})
