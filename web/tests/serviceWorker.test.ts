import { expect, test } from 'vitest'
import { workerOf } from '../serviceWorker'

const made = (files: string[], code = '// code\n'): string => workerOf(code, files, 'assets/b-1.js', (text) => `<${text.trim()}>`)
const shellOf = (worker: string): unknown => JSON.parse(/^const SHELL = (.*)$/m.exec(worker)![1]!)

test('the worker caches all hashed files of its build, and no others', () => {
  const worker = made(['index.html', 'assets/b-1.js', 'assets/a-1.css', 'icon.svg'])
  expect(shellOf(worker)).toEqual({
    name: 'knobel-</assets/a-1.css,/assets/b-1.js// code>',
    entry: '/assets/b-1.js',
    files: ['/assets/a-1.css', '/assets/b-1.js'],
  })
  expect(worker).toMatch(/\n\/\/ code\n$/)
})

test('the worker differs for another build, and is equal for the same', () => {
  expect(made(['assets/a-1.js', 'assets/b-1.js'])).toBe(made(['assets/b-1.js', 'assets/a-1.js']))
  expect(made(['assets/a-2.js', 'assets/b-1.js'])).not.toBe(made(['assets/a-1.js', 'assets/b-1.js']))
  expect(shellOf(made(['assets/a-1.js'], '// other\n'))).not.toEqual(shellOf(made(['assets/a-1.js'])))
})
