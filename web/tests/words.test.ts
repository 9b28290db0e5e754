import { FluentResource } from '@fluent/bundle'
import { describe, expect, test } from 'vitest'
import de from '../../src/knobel/words/de.ftl'
import deCoach from '../../src/knobel/words/de.ftl?coach'
import deEvening from '../../src/knobel/words/de.ftl?evening'
import deGuide from '../../src/knobel/words/de.ftl?guide'
import deReal from '../../src/knobel/words/de.ftl?real'
import en from '../../src/knobel/words/en.ftl'
import enCoach from '../../src/knobel/words/en.ftl?coach'
import enEvening from '../../src/knobel/words/en.ftl?evening'
import enGuide from '../../src/knobel/words/en.ftl?guide'
import enReal from '../../src/knobel/words/en.ftl?real'
import { botHelp, botName, has, listed, preferred, say, tell, useWords } from '../src/lib/words.svelte'
import { forBrowsers } from '../words.plugin'

const SOURCES = import.meta.glob<string>('../src/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
const keys = (words: FluentResource): string[] => words.body.map(({ id }) => id)

describe('the messages', () => {
  test('have the same keys in both languages', () => {
    expect(keys(de).sort()).toEqual(keys(en).sort())
    expect(keys(deCoach).sort()).toEqual(keys(enCoach).sort())
    expect(keys(deGuide).sort()).toEqual(keys(enGuide).sort())
    expect(keys(deEvening).sort()).toEqual(keys(enEvening).sort())
    expect(keys(deReal).sort()).toEqual(keys(enReal).sort())
  })

  test('exist for every key that the client uses', () => {
    useWords('en', en, enCoach, enGuide, enEvening, enReal)
    const named = Object.entries(SOURCES).flatMap(([name, text]) =>
      [...text.matchAll(/['"]((?:web|guide)-[a-z0-9_-]*[a-z0-9_])['"]/g)].map(([, key]) => ({ name, key: key! })),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ key }) => !has(key))).toEqual([])
  })

  test('are all used', () => {
    const source = Object.values(SOURCES).join('\n')
    const named = new Set([...source.matchAll(/['"]((?:web|guide)-[a-z0-9_-]*[a-z0-9_])['"]/g)].map(([, key]) => key))
    // `web-gone-${why}-help` in a template, or a beginning such as 'web-now-you-' that something is put behind.
    const patterns = [...source.matchAll(/`((?:web|guide)-[\w-]*\$\{[^`]*)`|['"]((?:web|guide)-[a-z-]+-)['"]/g)].map(
      ([, template, beginning]) => template?.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '.+') ?? `${beginning}.+`,
    )
    expect(patterns).not.toContain('web-.+')
    expect(patterns).not.toContain('guide-.+')
    const made = new RegExp(`^(?:${patterns.join('|')})$`)
    const ours = [...keys(en), ...keys(enCoach), ...keys(enGuide), ...keys(enEvening), ...keys(enReal)].filter((key) =>
      /^(web|guide)-/.test(key),
    )
    expect(ours.filter((key) => !named.has(key) && !made.test(key))).toEqual([])
  })

  test('leave out those of the command line', () => {
    const fluent = '# a\nsolve-x = 1\n  2\n\nweb-y = { $n ->\n    [one] 1\n   *[other] 2\n}\narena-z = 3\n'
    expect(forBrowsers(fluent).map(({ id }) => id)).toEqual(['web-y'])
  })

  test('of the coach, of the guide and of the evening are loaded on demand', () => {
    const fluent =
      'coach-x = 1\nweb-coach-y = 2\nweb-y = 3\nsolve-z = 4\nguide-x = 5\nlearn-y = 6\nminute-z = 7\nweb-club-x = 8\nweb-real-x = 9\n'
    expect(forBrowsers(fluent).map(({ id }) => id)).toEqual(['web-y'])
    expect(forBrowsers(fluent, 'coach').map(({ id }) => id)).toEqual(['coach-x', 'web-coach-y'])
    expect(forBrowsers(fluent, 'guide').map(({ id }) => id)).toEqual(['guide-x', 'learn-y'])
    expect(forBrowsers(fluent, 'evening').map(({ id }) => id)).toEqual(['web-club-x'])
    expect(forBrowsers(fluent, 'real').map(({ id }) => id)).toEqual(['web-real-x'])
  })
})

describe('a message', () => {
  test('takes names, numbers, phrases and lists of them', () => {
    useWords('de', new FluentResource('a = { $name }: { $rank } und { $list } ({ $count })\nb = Schock { $x }\n'))
    const values = { name: 'Ada', rank: { key: 'b', values: { x: 4 } }, list: ['1 2', { key: 'b', values: { x: 5 } }], count: 3 }
    expect(tell({ key: 'a', values })).toBe('Ada: Schock 4 und 1 2, Schock 5 (3)')
  })

  test('isolates a right-to-left name', () => {
    useWords('en', new FluentResource('a = { $name }: { $points }\n'))
    expect(say('a', { name: 'שלום', points: 3 })).toBe('\u2068שלום\u2069: 3')
    expect(say('a', { name: 'Ada', points: 3 })).toBe('Ada: 3')
  })

  test('isolates the names in a list', () => {
    useWords('en', new FluentResource('a = { $names }\n'))
    expect(listed(['Ada', 'שלום', 'مرحبا'])).toBe('Ada, \u2068שלום\u2069, and \u2068مرحبا\u2069')
    expect(tell({ key: 'a', values: { names: ['שלום', 'مرحبا'] } })).toBe('\u2068\u2068שלום\u2069, \u2068مرحبا\u2069\u2069')
  })

  test.each([0, 1, 7, 999, 1000, 12345, -1, -12, 0.5, 1.25])('shows %d as its language does', (number) => {
    const plural = 'a = { $n ->\n    [one] one: { $n }\n   *[other] other: { $n }\n}'
    for (const language of ['de', 'en'] as const) {
      useWords(language, new FluentResource(plural))
      const shown = new Intl.NumberFormat(language).format(number)
      expect(say('a', { n: number })).toBe(`${new Intl.PluralRules(language).select(number)}: ${shown}`)
    }
  })

  test('has no-break spaces where a line must not break', () => {
    useWords('de', new FluentResource('a = 2. Hälfte: { $throw } (Summe { $sum }), { $percent } % · fertig'))
    expect(say('a', { throw: '6-2-1', sum: 39, percent: 12 })).toBe(
      '2.\u00a0Hälfte: 6\u20112\u20111 (Summe\u00a039), 12\u00a0%\u00a0· fertig',
    )
  })

  test('is never markup', () => {
    useWords('en', new FluentResource('a = { $name } sits'))
    expect(say('a', { name: '<b>{ $x }</b>' })).toBe('<b>{ $x }</b> sits')
  })

  test('that is missing shows its key', () => expect(say('nothing-of-the-kind')).toBe('nothing-of-the-kind'))
})

test.each([
  ['auto', ['de-AT', 'en'], 'de'],
  ['auto', ['fr', 'de'], 'de'],
  ['auto', ['fr'], 'en'],
  ['en', ['de'], 'en'],
] as const)('with %s chosen and %s in the browser, the language is %s', (chosen, spoken, expected) => {
  expect(preferred(chosen, spoken)).toBe(expected)
})

test('a level of knobel has a translated name, a third-party bot its own', () => {
  useWords('de', de)
  expect([botName('casual'), botName('stubborn')]).toEqual(['Anfänger', 'stubborn'])
  expect(botHelp('casual')).toBe(say('bot-casual-help'))
  expect(botHelp('stubborn')).toMatch(/^Ein fremder Bot/)
})
