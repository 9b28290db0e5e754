import { expect, test } from 'vitest'
import { split } from '../../verify'
import page from '../../verify/knobel-verify.html?raw'

test('the offline page is one file without requests', () => {
  expect(page).toContain(`default-src 'none'`)
  expect(page).not.toMatch(/<link|<img|<script[^>]+src|import\s|fetch\(|https?:/)
})

test('the served page has nothing inline, and the same style and script as files', () => {
  const { 'verify.html': html, 'verify.js': js, 'verify.css': css, 'knobel-verify.html': whole } = split(page)
  expect(whole).toBe(page)
  expect(html).not.toMatch(/<style|<script>|Content-Security-Policy|\son[a-z]+=|\sstyle=/)
  expect(html).toContain('src="/verify.js"')
  expect(html).toContain('href="/verify.css"')
  expect(page).toContain(js!)
  expect(page).toContain(css!)
  expect(js).not.toMatch(/innerHTML|document\.write|eval\(/)
})

test('no text becomes markup', () => {
  expect(page).toContain(`require-trusted-types-for 'script'; trusted-types 'none'`)
})
