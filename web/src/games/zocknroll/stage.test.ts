import { describe, expect, it } from 'vitest'
import type { ZocknrollEvent, ZocknrollShown } from '../../lib/messages'
import type { Beat } from '../contract'
import { entry, shown } from './game.fixture'
import { beats, takesPart } from './stage'

const NAMES = ['Anna', 'Ben', 'Cem']
const PHASES = { 3: 'decide', 4: 'decide', 5: 'mark' } as const

/** Dice and names that occur nowhere else, so that a search of the whole state finds them. */
const cup = (number: number): number[] => [800 + number, 800 + number]
const white = (count: number): number[] => Array.from({ length: count }, (_, place) => 900 + place)
const hand = (number: number, round: number): string => `hand-${number}-${round}`

/** A game in which all values that a spectator may not know yet are unique; `you` sees the own cup. */
function lying(count: number, you: number | null, { inside = [true, true, true], open = [] as number[], ended = false } = {}) {
  const all = count === 5 || ended
  const sees = (number: number): boolean => number === you || open.includes(number) || all
  return shown(NAMES, {
    view: {
      starter: 2,
      white: white(count),
      cups: [0, 1, 2, 3].map((number) => (sees(number) ? cup(number) : [0, 0])),
      dropped: inside.map((is) => (is ? 0 : 1)),
      phase: count < 3 || ended ? 'white' : PHASES[count as 3 | 4 | 5],
    },
    facts: {
      inside,
      lifted: [0, 1, 2, 3].map((number) => all || open.includes(number)),
      hands: [0, 1, 2, 3].map((number) => (sees(number) ? [hand(number, count)] : [])),
      best: count === 5 ? [1] : [],
      places: [1, 2, 3],
    },
    pending: { kind: 'decision', seat: 1, moves: [{ e: 'mark', seat: 1, row: `move-${count}` }] },
  })
}

const told = (game: ZocknrollShown, count: number): ZocknrollShown => ({ ...game, now: { key: `now-${count}` } })
const play = (event: ZocknrollEvent, before: ZocknrollShown, after: ZocknrollShown, you: number | null = null) =>
  beats(entry('played', event, after), before, you)
const kinds = (all: Beat[]): string[] => all.map(({ kind }) => kind)
/** Which of the values a spectator finds in the state of a beat. */
const found = (beat: Beat | undefined, values: readonly (string | number)[]): (string | number)[] =>
  values.filter((value) => JSON.stringify(beat?.game).includes(String(value)))

describe.each([0, 1, null])('as seat %s sees it', (you) => {
  it.each([
    [0, 3],
    [3, 4],
  ])('white dice fly before they have values, and hands have names last (%i to %i)', (old, count) => {
    const [before, after] = [told(lying(old, you), old), told(lying(count, you), count)]
    const all = play({ e: 'white', dice: white(count).slice(old) }, before, after, you)
    expect(kinds(all)).toEqual(['fly', 'lie', 'name'])
    const dice = white(count).slice(old)
    const consequences = [hand(you ?? 9, count), `move-${count}`, `now-${count}`]
    expect(found(all[0], [...dice, ...consequences])).toEqual([])
    expect(all[0]!.game).toMatchObject({ view: { white: [...white(old), ...dice.map(() => 0)] } })
    expect(found(all[1], [...dice, ...consequences])).toEqual(dice)
    expect(all[2]!.game).toBe(after)
  })

  it('cups are lifted one by one after the fifth die lies, and the verdict comes last', () => {
    const [before, after] = [told(lying(4, you), 4), told(lying(5, you), 5)]
    const all = play({ e: 'white', dice: [904] }, before, after, you)
    expect(kinds(all)).toEqual(['fly', 'lie', 'lift', 'lift', 'lift', 'lift', 'name'])
    expect(all.slice(2, 6).map((beat) => 'cups' in beat && beat.cups)).toEqual([[2], [1], [3], [0]])
    const order = [2, 1, 3, 0]
    for (const [place, beat] of all.slice(0, -1).entries()) {
      const open = order.slice(0, Math.max(0, place - 1))
      const hidden = [0, 1, 2, 3].filter((number) => number !== you && !open.includes(number))
      expect(
        found(
          beat,
          hidden.flatMap((number) => [...cup(number), hand(number, 5)]),
        ),
      ).toEqual([])
      expect(
        found(
          beat,
          open.map((number) => hand(number, 5)),
        ),
      ).toHaveLength(open.length)
      expect(found(beat, ['move-5', 'now-5'])).toEqual([])
      expect(beat.game).toMatchObject({ facts: { best: [], lifted: [0, 1, 2, 3].map((number) => open.includes(number)) } })
      if (place < 2) expect(found(beat, [hand(you ?? 9, 5)])).toEqual([])
    }
    expect(found(all[0], [904])).toEqual([])
    expect(all.at(-1)!.game).toBe(after)
  })

  it('a drop lifts the cup, and then marks', () => {
    const before = lying(3, you)
    const after = lying(3, you, { inside: [true, true, false], open: [2] })
    after.view.marks[2] = [0, 0, 0, 0, 0, 0, 0, 77, 77]
    after.facts.scores = [0, 0, 7777]
    const all = play({ e: 'drop', seat: 2, row: 'pair' }, before, after, you)
    expect(kinds(all)).toEqual(['lift', 'mark'])
    expect(found(all[0], [77, 'move-3'])).toEqual([])
    expect(all[0]!.game).toMatchObject({ facts: { inside: [true, true, false] }, view: { dropped: [0, 0, 1] } })
    expect(found(all[0], [cup(2)[0]!])).toHaveLength(1)
    expect(all[1]).toMatchObject({ seat: 2, rows: ['pair', 'dropped_first'], game: after })
  })

  it('real dice: the fifth die lifts no cup; each is lifted when it is told, and the verdict comes last', () => {
    const fifth = lying(5, you)
    fifth.view.phase = 'lift'
    expect(kinds(play({ e: 'white', dice: [904] }, lying(4, you), fifth, you))).toEqual(['fly', 'lie', 'name'])
    const before = lying(4, null)
    before.view.phase = 'lift'
    const after = told(lying(5, null), 5)
    const all = play({ e: 'lift', seat: 1, dice: cup(1) }, before, after, you)
    expect(kinds(all)).toEqual(['lift', 'name'])
    expect(found(all[0], [...cup(2), 'move-5', 'now-5'])).toEqual([])
    expect(found(all[0], [cup(1)[0]!])).toHaveLength(1)
    expect(all[1]!.game).toBe(after)
  })

  it('real dice: a cup that was lifted before is not lifted again by the drop', () => {
    const before = lying(3, you, { open: [2] })
    before.view.phase = 'drop'
    const after = lying(3, you, { inside: [true, true, false], open: [2] })
    expect(kinds(play({ e: 'drop', seat: 2, row: 'pair' }, before, after, you))).toEqual(['mark'])
  })

  it('cups are shaken on an empty table', () => {
    const [before, after] = [lying(5, you), lying(0, you)]
    const all = play({ e: 'cups', dice: [] }, before, after, you)
    expect(kinds(all)).toEqual(['shake', 'down'])
    expect(found(all[0], [800, 801, 802, 803, 900, 'hand-'])).toEqual([])
  })
})

it('a step without the state before it is shown at once', () => {
  expect(beats(entry('played', { e: 'white', dice: [1] }, lying(5, 0)), null, 0)).toEqual([])
  expect(beats(entry('wanted', { e: 'white', dice: [0] }, lying(3, 0)), lying(3, 0), 0)).toEqual([])
})

it('those who have dropped only watch, until the next turn', () => {
  const inside = [false, true, true]
  expect(takesPart(lying(3, 0, { inside }))).toEqual([1, 2])
  const over = lying(3, 0, { inside })
  over.view.phase = 'cups'
  expect(takesPart(over)).toEqual([0, 1, 2])
})
