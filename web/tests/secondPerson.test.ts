import { beforeEach, expect, test } from 'vitest'
import german from '../../src/knobel/words/de.ftl'
import type { AnyGame } from '../src/games/contract'
import type { Phrase } from '../src/lib/messages'
import { listed, say, useWords } from '../src/lib/words.svelte'
import { named, tellNow, tellTo, who } from '../src/lib/secondPerson'

beforeEach(() => useWords('de', german))

const NOW = ['throws', 'by-hand', 'decide', 'mark', 'cover', 'object', 'accept', 'stand']

test.each(NOW)('the seat that is asked (%s) reads the second person, the others a name', (what) => {
  const now = { key: `ui-now-${what}`, values: { name: 'Ben', left: 2 } }
  expect(tellNow(now, false)).toContain('Ben')
  expect(tellNow(now, true)).not.toContain('Ben')
  expect(tellNow(now, true)).toMatch(/\b([Dd]u|deine)\b|\?/)
})

test('a status without a seat is the same for all', () => {
  expect(tellNow({ key: 'ui-now-lot' }, true)).toBe(tellNow({ key: 'ui-now-lot' }, false))
})

test('the own seat is called Du, a spectator sees names', () => {
  const game = { game: 'zock', names: ['Ada', 'Ben'] } as unknown as AnyGame
  expect(named(game, 1).names).toEqual(['Ada', 'Du'])
  expect(named(game, null)).toBe(game)
  expect([who(1, 1), who(0, 1), who(null, null)]).toEqual(['you', 'other', 'other'])
})

const log = (key: string, values: Record<string, unknown>): Phrase => ({ key, values }) as Phrase

test('the log speaks to its reader, in the right case', () => {
  const takes = log('log-hands', { best: 'Ada', loser: 'Ben', count: 3 })
  expect(tellTo('Ben', takes)).toBe('Ada hat den höchsten Wurf und gibt dir 3 Steine.')
  expect(tellTo('Ada', takes)).toBe('Du hast den höchsten Wurf und gibst Ben 3 Steine.')
  expect(tellTo(null, takes)).toBe('Ada hat den höchsten Wurf und gibt Ben 3 Steine.')
})

test('in a list the reader comes last, and in nested phrases is found', () => {
  const tied = log('log-tied', { names: { key: 'ui-and', values: { most: ['Ada', 'Ben'], last: 'Cleo' } } })
  expect(tellTo('Ada', tied)).toMatch(/^Gleich gut: Ben, Cleo und du\./)
  const thrown = log('log-roll-off', {
    game: 1,
    totals: [{ key: 'log-total', values: { name: 'Ada', total: 9 } }],
    outcome: { key: 'log-starter', values: { name: 'Ada' } },
  })
  expect(tellTo('Ada', thrown)).toMatch(/Du 9\.\sDu fängst an\./)
  expect(listed(['Du', 'Ada', 'Ben'])).toBe('Ada, Ben und du')
})

test('fields are no names, even where a player is called so', () => {
  const cover = log('log-cover', { name: 'Ben', fields: { key: 'ui-and', values: { most: ['3'], last: '6' } }, left: '' })
  expect(tellTo('6', cover)).toContain('Ben deckt 3 und 6 ab.')
})

test('a number and its percent sign stay on one line', () => {
  expect(say('ui-means-reach-better', { chance: '28 %' })).toBe('28\u00a0% auf Verbesserung')
})
