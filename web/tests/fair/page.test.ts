import { expect, test } from 'vitest'
import { split } from '../../verify'
import page from '../../verify/knobel-verify.html?raw'

test('the page to keep is one file that asks nobody for anything', () => {
  expect(page).toContain(`default-src 'none'`)
  expect(page).not.toMatch(/<link|<img|<script[^>]+src|import\s|fetch\(|https?:/)
})

test('served, it has nothing inline, and the same style and script beside it', () => {
  const { 'verify.html': html, 'verify.js': js, 'verify.css': css, 'knobel-verify.html': whole } = split(page)
  expect(whole).toBe(page)
  expect(html).not.toMatch(/<style|<script>|Content-Security-Policy|\son[a-z]+=|\sstyle=/)
  expect(html).toContain('src="/verify.js"')
  expect(html).toContain('href="/verify.css"')
  expect(page).toContain(js!)
  expect(page).toContain(css!)
  expect(js).not.toMatch(/innerHTML|document\.write|eval\(/)
})

test('nothing in it makes markup of a text', () => {
  expect(page).toContain(`require-trusted-types-for 'script'; trusted-types 'none'`)
})
