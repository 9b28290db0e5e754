import { beforeEach, expect, test } from 'vitest'
import german from '../../src/knobel/words/de.ftl'
import type { AnyGame } from '../src/games/contract'
import { say, useWords } from '../src/lib/words.svelte'
import { named, tellNow, tellStage, who } from '../src/lib/secondPerson'

beforeEach(() => useWords('de', german))

const NOW = ['throws', 'by-hand', 'decide', 'mark', 'cover', 'object', 'accept', 'stand']

test.each(NOW)('the seat that is asked (%s) reads the second person, the others a name', (what) => {
  const now = { key: `ui-now-${what}`, values: { name: 'Ben', left: 2 } }
  expect(tellNow(now, false)).toContain('Ben')
  expect(tellNow(now, true)).not.toContain('Ben')
  expect(tellNow(now, true)).toMatch(/\b([Dd]u|deine)\b/)
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

test('a stage is short where there are short words for it', () => {
  expect(tellStage({ key: 'ui-stage-zocknroll', values: { turn: 3, round: 2 } })).toBe('Durchgang 3\u00a0· Runde 2/3')
  expect(tellStage({ key: 'ui-stage-zock', values: { game: 1, games: 10 } })).toBe('Spiel 1 von 10')
})

test('a number and its percent sign stay on one line', () => {
  expect(say('ui-means-reach-better', { chance: '28 %' })).toBe('28\u00a0% auf Verbesserung')
})
