import { beforeEach, expect, test } from 'vitest'
import english from '../../../../src/knobel/words/en.ftl'
import type { Analysis, Phrase } from '../../lib/messages'
import { useWords } from '../../lib/words.svelte'
import { turningPoint } from './turning'

beforeEach(() => useWords('en', english))

const STAGE: Phrase = { key: 'ui-stage-zock', values: { game: 3, games: 3 } }
const LUCK: Phrase = {
  key: 'coach-turning-luck',
  values: {
    stage: STAGE,
    told: { key: 'log-throw', values: { name: 'Ada', dice: '3 6' } },
    name: 'Ada',
    before: '46 %',
    after: '100 %',
  },
}
const DECISION: Phrase = {
  key: 'coach-turning-decision',
  values: {
    stage: STAGE,
    name: 'Ben',
    made: { key: 'ui-stay' },
    best: { key: 'ui-drop-nothing' },
    before: '56 %',
    after: '40 %',
  },
}
const analysis = (...turning: Analysis['turning']) => ({ names: ['Ada', 'Ben'], turning }) as unknown as Analysis
const luck = { event: 139, said: LUCK, seat: 0, before: 0.46, after: 1, error: 0 }
const decision = { event: 12, said: DECISION, seat: 1, before: 0.56, after: 0.4, error: 0 }

test('the largest change is the turning point, told to the reader', () => {
  const all = analysis(decision, luck)
  expect(turningPoint(all, ['You', 'Ben'], 0)?.at).toBe(139)
  expect(turningPoint(all, ['You', 'Ben'], 0)?.text.replaceAll('\u00a0', ' ')).toContain(
    'You throw 3 6. Your chances went from 46',
  )
  expect(turningPoint(all, ['Ada', 'Ben'], null)?.text.replaceAll('\u00a0', ' ')).toContain('3 6. Ada’s chances went from 46')
})

test('a decision names what was chosen, and what was best', () => {
  expect(turningPoint(analysis(decision), ['Ada', 'You'], 1)?.text).toMatch(/“.+” instead of “.+”\. Your chances went from 56/)
})

test('an analysis from before seats were stored has none', () => {
  const { event, said } = luck
  expect(turningPoint(analysis({ event, said } as typeof luck), ['Ada', 'Ben'], null)).toBeNull()
  expect(turningPoint(analysis(), ['Ada', 'Ben'], null)).toBeNull()
})

test('lifted cups are told without the hands of all seats', () => {
  const cups: Phrase = { key: 'log-cups-up', values: { hands: ['a', 'b', 'c'] } }
  const lifted = { ...luck, said: { ...LUCK, values: { ...LUCK.values, told: cups } } }
  expect(turningPoint(analysis(lifted), ['Ada', 'Ben'], null)?.text).toContain('the cups were lifted')
})
