import { expect, test } from 'vitest'
import { expectedKey, figure, pValueText } from './pValueText'

test('a p-value is a share of honest servers', () => {
  expect(pValueText(0.05)).toEqual({ key: 'one-in', many: 20, odd: false })
  expect(pValueText(0.00294)).toEqual({ key: 'one-in', many: 340, odd: false })
  expect(pValueText(0.2)).toEqual({ key: 'one-in', many: 5, odd: false })
})

test('large shares are given in tenths, and from one half on as ordinary', () => {
  expect(pValueText(0.4)).toEqual({ key: 'of-ten', many: 4, odd: false })
  expect(pValueText(0.21)).toEqual({ key: 'of-ten', many: 2, odd: false })
  expect(pValueText(0.5).key).toBe('common')
  expect(pValueText(1).key).toBe('common')
})

test('only what is rarer than one in ten thousand is marked, as the page says', () => {
  expect(pValueText(0.0001).odd).toBe(false)
  expect(pValueText(0.000099)).toEqual({ key: 'one-in', many: 10000, odd: true })
})

test('too few dice give no text, and all numbers are finite', () => {
  expect(pValueText(null)).toEqual({ key: 'few', many: 0, odd: null })
  expect(pValueText(0)).toEqual({ key: 'never', many: 1e6, odd: true })
})

test('no p-value is shown as 0 or 1', () => {
  expect(figure(0.0004)).toEqual({ key: 'p-below', p: 0.001 })
  expect(figure(0.001)).toEqual({ key: 'p', p: 0.001 })
  expect(figure(0.999)).toEqual({ key: 'p', p: 0.999 })
  expect(figure(1)).toEqual({ key: 'p-above', p: 0.999 })
})

test('small expectations have a decimal', () => {
  expect(expectedKey(9.9)).toBe('web-honesty-count-fine')
  expect(expectedKey(10)).toBe('web-honesty-count')
})
