import { beforeEach, expect, test } from 'vitest'
import german from '../../../src/knobel/words/de.ftl'
import { gapsText, withoutDeviceText } from '../../src/fair/verdictText'
import { useWords } from '../../src/lib/words.svelte'

beforeEach(() => useWords('de', german))

const NAMES = ['Ada', 'Ben', 'Hexe']
const found = (changes = {}) => ({
  ...{ throws: 9, absent: [0, 0, 0], without: [0, 0, 9], changes: [0, 0, 0], alone: 0, taken: 0 },
  ...changes,
})

test('there is no text if all devices contributed, apart from bots', () => {
  expect(gapsText(found(), NAMES, [2])).toBe('')
  expect(gapsText(found({ throws: 0, without: [0, 0, 0] }), NAMES, [])).toBe('')
})

test('seats without contribution are named, also for a part of the game', () => {
  expect(gapsText(found(), NAMES, [])).toContain('Für Hexe hat kein Gerät zu den Würfeln beigetragen')
  expect(gapsText(found({ without: [0, 2, 9] }), NAMES, [2])).toBe('Das Gerät von Ben hat zu 2 Würfen nichts beigetragen.')
  expect(gapsText(found({ absent: [0, 3, 0] }), NAMES, [2])).toBe('Das Gerät von Ben hat 3-mal nicht geantwortet.')
  expect(withoutDeviceText([true, false, true], NAMES)).toContain('Ada und Hexe')
})

test('throws by the server alone come first', () => {
  expect(gapsText(found({ alone: 1, absent: [1, 1, 0] }), NAMES, [2])).toMatch(
    /^Ein Wurf kam allein aus dem Schlüssel des Servers\. Das Gerät von Ada/,
  )
})
