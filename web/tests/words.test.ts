import { FluentResource } from '@fluent/bundle'
import { describe, expect, test } from 'vitest'
import de from '../../src/knobel/words/de.ftl'
import en from '../../src/knobel/words/en.ftl'
import { has, preferred, say, tell, useWords } from '../src/lib/words.svelte'
import { forBrowsers } from '../words.plugin'

const SOURCES = import.meta.glob<string>('../src/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
const keys = (source: string): string[] => [...new FluentResource(source).body].map(({ id }) => id)

describe('the words', () => {
  test('have the same keys in both languages', () => {
    expect(keys(de).sort()).toEqual(keys(en).sort())
  })

  test('are there for every key that the client names', () => {
    useWords('en', en)
    const named = Object.entries(SOURCES).flatMap(([name, text]) =>
      [...text.matchAll(/['"](web-[a-z0-9_-]*[a-z0-9_])['"]/g)].map(([, key]) => ({ name, key: key! })),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ key }) => !has(key))).toEqual([])
  })

  test('are all said somewhere', () => {
    const source = Object.values(SOURCES).join('\n')
    const named = new Set([...source.matchAll(/['"](web-[a-z0-9_-]*[a-z0-9_])['"]/g)].map(([, key]) => key))
    // `web-gone-${why}-help` in a template, or a beginning such as 'web-now-you-' that something is put behind.
    const patterns = [...source.matchAll(/`(web-[\w-]*\$\{[^`]*)`|['"](web-[a-z-]+-)['"]/g)].map(
      ([, template, beginning]) => template?.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '.+') ?? `${beginning}.+`,
    )
    expect(patterns).not.toContain('web-.+')
    const made = new RegExp(`^(?:${patterns.join('|')})$`)
    expect(keys(en).filter((key) => key.startsWith('web-') && !named.has(key) && !made.test(key))).toEqual([])
  })

  test('come without those of the terminal', () => {
    expect(forBrowsers('# a\nsolve-x = 1\n  2\n\nweb-y = { $n ->\n    [one] 1\n   *[other] 2\n}\narena-z = 3\n')).toBe(
      'web-y = { $n ->\n    [one] 1\n   *[other] 2\n}\n',
    )
  })
})

describe('a sentence', () => {
  test('holds names, numbers, other sentences and several of them', () => {
    useWords('de', 'a = { $name }: { $rank } und { $list } ({ $count })\nb = Schock { $x }\n')
    const values = { name: 'Ada', rank: { key: 'b', values: { x: 4 } }, list: ['1 2', { key: 'b', values: { x: 5 } }], count: 3 }
    expect(tell({ key: 'a', values })).toBe('Ada: Schock 4 und 1 2, Schock 5 (3)')
  })

  test('is never markup', () => {
    useWords('en', 'a = { $name } sits')
    expect(say('a', { name: '<b>{ $x }</b>' })).toBe('<b>{ $x }</b> sits')
  })

  test('without words shows its key', () => expect(say('nothing-of-the-kind')).toBe('nothing-of-the-kind'))
})

test.each([
  ['auto', ['de-AT', 'en'], 'de'],
  ['auto', ['fr', 'de'], 'de'],
  ['auto', ['fr'], 'en'],
  ['en', ['de'], 'en'],
] as const)('of %s and %s it speaks %s', (chosen, spoken, expected) => {
  expect(preferred(chosen, spoken)).toBe(expected)
})
