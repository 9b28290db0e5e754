import { expect, test } from 'vitest'
import { withRules } from '../../src/pages/common/ruleNumbers'
import { prepared } from '../../src/pages/rules/rulePage'

const PAGE =
  '<h1>ZOCK</h1>\n<p>Two dice.</p><h2>The game</h2><h3 id="K3">K3 · Covers &amp; sums</h3>' +
  '<p>The sum (K6), not <code>K6</code>, nor N7.</p><h3 id="K6">K6 · Numbers</h3><p>See K3.</p>'

test('the title is removed and every heading gets an anchor', () => {
  const { html, contents } = prepared(PAGE)
  expect(html).not.toContain('<h1>')
  expect(contents).toEqual([
    { id: 'part-1', text: 'The game', level: 2 },
    { id: 'K3', text: 'K3 · Covers & sums', level: 3 },
    { id: 'K6', text: 'K6 · Numbers', level: 3 },
  ])
  expect(html).toContain('<h2 id="part-1" tabindex="-1">')
})

test('numbers of rules of this page are links, in running text only', () => {
  const { html } = prepared(PAGE)
  expect(html).toContain('The sum (<a href="#K6">K6</a>), not <code>K6</code>, nor N7.')
  expect(html).toContain('>K6 · Numbers</h3><p>See <a href="#K3">K3</a>.')
})

test('a text is split at its rule numbers', () => {
  expect(withRules('two dice (N2).')).toEqual([
    { text: 'two dice (', rule: null },
    { text: 'N2', rule: 'N2' },
    { text: ').', rule: null },
  ])
  expect(withRules('plain')).toEqual([{ text: 'plain', rule: null }])
})
