import { expect, test } from 'vitest'
import { readRecord, verifyRecord } from '../../src/fair/recordVerifier'
import { strictlyParsed } from '../../src/fair/json'
import { runToEnd } from '../../src/fair/timeSlices'

const RECORD = { format: 'knobel/1', game: 'zock', players: ['Ada', 'Ben'], events: [{ e: 'throw', seat: 0, dice: [1, 2] }] }

test('a record without a transcript is not verified', () => {
  expect(runToEnd(verifyRecord(RECORD))).toBeNull()
  expect(readRecord(RECORD)).toMatchObject({ game: 'zock', options: { games: 10 }, fair: undefined })
})

test.each([
  ['no object', 'zock'],
  ['a list', []],
  ['names that are no texts', { ...RECORD, players: [1, 2] }],
  ['options that are no object', { ...RECORD, options: 'basic' }],
  ['events that are no list', { ...RECORD, events: {} }],
  ['another format', { ...RECORD, format: 'knobel/2' }],
  ['an unknown key', { ...RECORD, more: 1 }],
  ['an unknown game', { ...RECORD, game: 'constructor' }],
  ['an unknown option', { ...RECORD, options: { stones: 3 } }],
  ['too many players', { ...RECORD, players: ['Ada', 'Ben', 'Cleo'] }],
])('untrusted JSON with %s is malformed', (_, plain) => {
  expect(runToEnd(verifyRecord(plain))).toEqual({ why: 'malformed', event: null })
})

test('a malformed transcript is malformed', () => {
  expect(runToEnd(verifyRecord({ ...RECORD, fair: { game: 'x' } }))).toEqual({ why: 'malformed', event: null })
})

const COVERED = {
  ...RECORD,
  fair: { game: '0'.repeat(64), table: '{"game":"zock","options":{},"players":["Ada","Ben"]}', sections: [] },
}

test.each([
  ['without its kind', { seat: 0 }],
  ['of another game', { e: 'stand', seat: 0 }],
  ['with dice that are a text', { e: 'throw', seat: 0, dice: '12' }],
  ['with a die too many', { e: 'throw', seat: 0, dice: [1, 2, 3] }],
  ['with a die under a cup', { e: 'throw', seat: 0, dice: [0, 0] }],
  ['with dice of both forms', { e: 'roll_off', dice: [[1, 2], 3] }],
])('an event %s is named', (_, event) => {
  expect(runToEnd(verifyRecord({ ...COVERED, events: [{ e: 'cover', seat: 0 }, event] }))).toEqual({ why: 'event', event: 1 })
})

test.each([
  '[3.0]',
  '[1e2]',
  '[9007199254740992]',
  '{"a":1,"a":1}',
  '{"a":{"b":1},"a":1}',
  '{"a":1,"\\u0061":1}',
  '[NaN]',
  '[01]',
  '{',
])('the JSON %s is refused', (text) => expect(strictlyParsed(text)).toBeUndefined())

test.each(['[3, -1, 0]', '{"a":{"a":1},"b":[{"a":1},{"a":2}]}', '{"a\\"":"a:1.5,{","b":null}'])('the JSON %s is read', (text) =>
  expect(strictlyParsed(text)).toEqual(JSON.parse(text)),
)
