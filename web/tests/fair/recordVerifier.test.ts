import { expect, test } from 'vitest'
import { readRecord, verifyRecord } from '../../src/fair/recordVerifier'
import { runToEnd } from '../../src/fair/timeSlices'

const RECORD = { game: 'zock', players: ['Ada', 'Ben'], events: [{ e: 'throw', seat: 0, dice: [1, 2] }] }

test('a record without a transcript is not verified', () => {
  expect(runToEnd(verifyRecord(RECORD))).toBeNull()
  expect(readRecord(RECORD)).toEqual({ ...RECORD, options: {}, fair: undefined })
})

test.each([
  ['no object', 'zock'],
  ['a list', []],
  ['names that are no texts', { ...RECORD, players: [1, 2] }],
  ['options that are no object', { ...RECORD, options: 'basic' }],
  ['events that are no list', { ...RECORD, events: {} }],
  ['an event without its kind', { ...RECORD, events: [{ seat: 0 }] }],
  ['a seat that is no number', { ...RECORD, events: [{ e: 'throw', seat: '0', dice: [1, 2] }] }],
  ['dice that are a text', { ...RECORD, events: [{ e: 'throw', seat: 0, dice: '12' }] }],
  ['dice of both forms', { ...RECORD, events: [{ e: 'cups', dice: [[1, 2], 3] }] }],
])('untrusted JSON with %s is malformed', (_, plain) => {
  expect(runToEnd(verifyRecord(plain))).toEqual({ why: 'malformed', event: null })
})

test('a malformed transcript is malformed', () => {
  expect(runToEnd(verifyRecord({ ...RECORD, fair: { game: 'x' } }))).toEqual({ why: 'malformed', event: null })
})
