import { describe, expect, test } from 'vitest'
import type { SchockenState, ZockState, ZocknrollState } from '../../src/lib/messages'
import { UndoHistory } from '../../src/pages/analysis/undoHistory.svelte'
import { positionOf, sketchOf } from '../../src/pages/analysis/positions'
import * as schocken from '../../src/pages/analysis/schocken/edits'
import * as zock from '../../src/pages/analysis/zock/edits'
import * as roll from '../../src/pages/analysis/zocknroll/edits'

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
const drawn = <View>(text: string): View => sketchOf(text)!.view as View

describe('ZOCK', () => {
  const view = drawn<ZockState>('zock - cover 0 36 123456789/12.456789 - - - -')
  const text = (next: ZockState): string => positionOf({ game: 'zock', view: next })

  test('a tap turns a flap, and another one turns it back', () => {
    const once = zock.turned(view, 0, 4)
    expect(text(once)).toBe('zock - cover 0 36 123.56789/12.456789 - - - -')
    expect(text(zock.turned(once, 0, 4))).toBe(text(view))
  })

  test('dice in the box lie in order', () => expect(text(zock.thrown(view, [6, 1]))).toContain(' cover 0 16 '))

  test('before a throw the box shows what the other one covered with', () => {
    expect(text(zock.phased(view, 'throw'))).toBe('zock - throw 0 12 123456789/12.456789 - - - -')
    expect(text(zock.turned(zock.phased(view, 'throw'), 1, 1))).toContain(' throw 0 55 ') // a ten is the one (K6)
    expect(text(zock.turned(zock.phased(view, 'throw'), 1, 3))).toContain(' throw 0 - ') // nothing is covered
  })
})

describe('Schocken', () => {
  const view = drawn<SchockenState>('schocken - decide 0 0 0 - 13 0/0/0 124:1/-/-')
  const text = (next: SchockenState): string => positionOf({ game: 'schocken', view: next })

  test('stones come from the middle, and a round must have dealt them', () => {
    expect(text(schocken.holding(view, 1, 3))).toBe('schocken - decide 0 0 1 - 10 0/3/0 124:1/-/-')
  })

  test('a later seat decides after the others have thrown, and with a throw left', () => {
    expect(text(schocken.turnOf(view, 2))).toBe('schocken - decide 2 0 0 - 13 0/0/0 124:2/124:1/124:1')
    expect(text(schocken.turnOf(schocken.turnOf(view, 2), 0))).toBe('schocken - decide 0 0 0 - 13 0/0/0 124:2/-/-')
  })

  test('kept dice lie in front, and one throw keeps none', () => {
    const kept = schocken.handed(view, 0, [1, 2, 4], 1, 2)
    expect(text(kept)).toContain(' 1|24:2/')
    expect(text(schocken.handed(kept, 0, [1, 2, 4], 1, 1))).toContain(' 124:1/')
  })

  test('a throw is covered as a whole, and opened as a whole', () => {
    const second = schocken.turnOf(view, 1)
    const covered = schocken.handed(second, 0, [1, 0, 4], 1, 2)
    expect(text(covered)).toContain(' 1|??:2/')
    expect(text(schocken.handed(covered, 0, [1, 0, 5], 1, 2))).toContain(' 1|15:2/')
  })

  test('a new half starts with all stones in the middle, and the final without the others', () => {
    const half = schocken.lostBy(schocken.holding(view, 1, 3), [2])
    expect(text(half)).toBe('schocken - decide 0 0 1 2 13 0/0/0 124:1/-/-')
    expect(schocken.orderOf(schocken.lostBy(view, [0, 2]))).toEqual([0, 2])
  })
})

describe("Zock'n'Roll", () => {
  const view = drawn<ZocknrollState>('zocknroll - decide 1 0 0 114 ??/35/??/?? ........./........./.........')
  const text = (next: ZocknrollState): string => positionOf({ game: 'zocknroll', view: next })

  test('the cup of the deciding seat lies open, the others are covered', () => {
    expect(text(roll.turnOf(view, 2))).toContain(' decide 2 0 0 114 ??/??/12/?? ')
  })

  test('all cups can be opened and covered again', () => {
    const open = roll.covered(view, false)
    expect(text(open)).toContain(' 12/35/12/12 ')
    expect([roll.hides(open), text(roll.covered(open, true))]).toEqual([false, text(view)])
  })

  test('a dropped cup lies open; in round 3 all do, and a winner marks', () => {
    expect(text(roll.droppedIn(view, 0, 1)[0]!)).toContain(' 12:1/35/??/?? ')
    expect(text(roll.inRound(view, 3))).toBe('zocknroll - mark 1 0 0 11412 12/35/12/12 ........./........./.........')
    expect(text(roll.inRound(roll.inRound(view, 3), 1))).toContain(' decide 1 0 0 114 ')
  })

  test('a drop marks a row, and the last one in round 1; undoing the drop removes the marks', () => {
    const sheets = (views: ZocknrollState[]): string[] => views.map((next) => text(next).split(' ').at(-1)!.split('/')[0]!)
    const dropped = roll.droppedIn(view, 0, 1)
    expect(sheets(dropped)).toEqual([
      '.1......1',
      '..1.....1',
      '...1....1',
      '....1...1',
      '.....1..1',
      '......1.1',
      '.......11',
      '........1',
    ])
    expect(sheets(roll.droppedIn(dropped[2]!, 0, 0))).toEqual(['.........', '...1.....'])
    expect(sheets(roll.droppedIn(dropped[2]!, 0, 2))).toEqual(['...1.....'])
  })

  test('the first three white dice lie in order, the others as they fell', () => {
    expect(text(roll.whitened(roll.inRound(view, 3), [6, 2, 4, 5, 1]))).toContain(' 24651 ')
  })

  test('marks take as many turns as it takes to make them', () => {
    const marked = roll.marked(roll.marked(view, 0, 7, 3), 0, 8, 1)
    expect(text(marked)).toContain(' decide 1 0 3 114 ')
    expect(text(marked)).toContain(' .......31/')
  })
})

test('every edit can be undone and redone, until another edit', () => {
  const draft = new UndoHistory('a')
  draft.change('b')
  draft.change('b') // no change
  draft.change('c')
  draft.undo()
  expect([draft.text, draft.canUndo, draft.canRedo]).toEqual(['b', true, true])
  draft.undo()
  draft.undo()
  expect([draft.text, draft.canUndo]).toEqual(['a', false])
  draft.redo()
  draft.change('d')
  draft.redo()
  expect([draft.text, draft.canRedo]).toEqual(['d', false])
})
