import { beforeEach, expect, test } from 'vitest'
import german from '../../../../src/knobel/words/de.ftl'
import english from '../../../../src/knobel/words/en.ftl'
import type { AnyGame } from '../../games/contract'
import { named } from '../../lib/secondPerson'
import { useWords } from '../../lib/words.svelte'
import { decidedBy, decisive, endedBy, isFinished, lastHand, outcome, type Finished } from './ending'
import { headline, labelText, ownerText, whyText } from './endText'
import finals from './finals.fixture.json'

/** Final states of games that were played by the rules, in the view of a spectator. */
const final = (name: keyof typeof finals): Finished => finals[name] as unknown as Finished

beforeEach(() => useWords('en', english))

test('a game that runs has neither outcome nor reasons', () => {
  const running = { ...final('match'), result: null } as AnyGame
  expect(isFinished(running)).toBe(false)
  expect([outcome(running), endedBy(running), decidedBy(running)]).toEqual([null, [], []])
})

test('points win Zock’n’Roll, and a tie is settled by the rules, not by the order of seats', () => {
  const tied = { ...final('showdown'), result: { scores: [20, 31, 31], winners: [2], turns: 9, marks: [] } } as AnyGame
  expect(outcome(tied)).toEqual({ winners: [2], loser: null, points: [20, 31, 31], ranking: [2, 1, 0] })
  expect(decidedBy(tied)).toEqual([{ key: 'web-why-won-third', seats: [1, 2] }])
  expect(decidedBy(final('shared'))).toEqual([{ key: 'web-why-shared' }])
})

test('penalty points lose ZOCK', () => {
  expect(outcome(final('match'))).toEqual({ winners: [1], loser: null, points: [6, 4], ranking: [1, 0] })
})

test('Schocken has one loser, who is listed last and holds all stones after a Schock out (S10)', () => {
  expect(outcome(final('schockOut'))).toEqual({ winners: [0, 2], loser: 1, points: [0, 5, 0], ranking: [2, 0, 1] })
  expect(outcome(final('finalLost'))).toEqual({ winners: [0, 2, 3], loser: 1, points: [0, 13, 0, 0], ranking: [0, 2, 3, 1] })
})

const told = (name: keyof typeof finals, you: number | null): string =>
  whyText(named(final(name), you), you)
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u2011', '-')

test.each([
  ['showdown', null, 'Ada’s sixth mark in “Pair” ended the game'],
  ['showdown', 0, 'Your sixth mark in “Pair” ended the game'],
  ['allDropped', 1, 'Your sixth mark in “Dropped in round 1” ended the game'],
  ['twoSixths', 1, 'These sixth marks ended the game: You (“Dropped in round 1”) and Dora (“Round 3 won”)'],
  ['match', 0, 'You covered your last field with 3-5; Ben had 2 left open · Ben: 1 of 3 games won, 4 penalty points to 6'],
  ['match', 1, 'Ada covered the last field with 3-5; you had 2 left open · You: 1 of 3 games won, 4 penalty points to 6'],
  ['single', null, 'Ben covered the last field with 5-5; Ada had 2 left open'],
  ['drawn', null, 'Ada covered the last field with 2-5; Ben had 11 left open'],
  ['schockOut', 2, 'Your Schock out ended the final: all stones for Ben'],
  ['schockOut', 1, 'Schock out by Cem ended the final: all stones for you'],
  ['bothHalves', null, 'Ada has all the stones · Ada lost both halves'],
  ['bothHalves', 0, 'You have all the stones · You lost both halves'],
  ['finalLost', 0, 'Ben has all the stones'],
] as const)('why %s ended, told to seat %s', (name, you, text) => expect(told(name, you)).toContain(text))

test('the headline speaks to the viewer', () => {
  const [other, own] = [headline(final('bothHalves'), null), headline(named(final('bothHalves'), 0), 0)]
  expect(other).toContain('Ada')
  expect(own).not.toContain('Ada')
})

test('German says du', () => {
  useWords('de', german)
  expect(told('showdown', 0)).toContain('Dein sechstes Kreuz bei „Paar“ beendet das Spiel')
  expect(told('match', 1)).toContain('Mit 3-5 ist das letzte Feld von Ada zu; bei dir waren noch 2 offen')
  expect(told('schockOut', 1)).toContain('Schock out von Cem beendet das Finale: alle Steine für dich')
})

test.each([
  ['order', 2, 'web-schocken-tie-later'],
  ['throws_then_order', 1, 'web-schocken-tie-later'],
  ['throws_then_order', 2, 'web-schocken-tie-throws'],
] as const)('equal throws are explained (S8): %s, %i throws', (ties, throws, key) => {
  const half = final('bothHalves') as Extract<Finished, { game: 'schocken' }>
  const [own, other] = half.facts.ranks
  const facts = { ...half.facts, ranks: [{ ...own!, height: other!.height }, other!, null] }
  const hands = half.view.hands.map((hand, seat) => ({ ...hand, throws: seat === 0 ? throws : 1 }))
  const view = { ...half.view, hands, options: { ...half.view.options, ties } }
  expect(decidedBy({ ...half, facts, view }).at(-1)).toEqual({ key, seat: 0, other: 1 })
})

test('a game of one half names no halves (S11)', () => {
  const half = final('bothHalves')
  const game = { ...half, view: { ...half.view, lost: [0] }, result: { halves: [0], final: false, loser: 0, rounds: 5 } }
  expect(decidedBy(game as unknown as AnyGame)).toEqual([])
})

const large = (name: keyof typeof finals) => {
  const game = final(name)
  return decisive(game).map((each) => [
    ownerText(each, game.names),
    each.dice.join(' '),
    labelText(each).replaceAll('\u2011', '-'),
  ])
}

test('the decisive dice are the best and the lowest hand, whole', () => {
  expect(large('schockOut')).toEqual([
    ['Cem', '1 1 1', 'Schock out'],
    ['Ben', '3 2 1', 'Straße 3-2-1'],
  ])
  expect(large('bothHalves')).toEqual([
    ['Ben', '6 4 4', '6-4-4'],
    ['Ada', '6 3 1', '6-3-1'],
  ])
  expect(large('single')).toEqual([
    ['Ben', '5 5', ''],
    ['Ada', '2', '2 open'],
  ])
  expect(large('showdown')).toEqual([
    ['White dice', '2 4 6 5 1', ''],
    ['Cem', '2 3', 'Large straight'],
  ])
  expect(large('allDropped')).toEqual([['White dice', '2 4 5 3', '']])
})

test('every seat has its last hand, and those that were out have none', () => {
  expect(labelText(lastHand(final('showdown'), 0)!)).toBe('dropped in round 2')
  expect(lastHand(final('finalLost'), 2)).toBeNull()
})

test('a best hand of Jörg is his', () => {
  const game = final('showdown') as Extract<AnyGame, { game: 'zocknroll' }>
  const jorg = decisive({ ...game, facts: { ...game.facts, best: [3] } })[1]!
  expect([jorg.kind, jorg.seat, ownerText(jorg, game.names)]).toEqual(['jorg', null, 'Jörg'])
})
