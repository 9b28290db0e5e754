import { expect, test } from 'vitest'
import { analysisPath, positionIn } from '../../src/pages/analysis/address'
import { positionOf, sketchOf } from '../../src/pages/analysis/positions'

const TEXTS = [
  'zock variant=B cover 0 36 12345678./123456789 - - - -',
  'zock referee=players,chips=1:2:5:10 object 0 36 12.4.6789/123.56.89 36=47 0:9 4:5:5:6/6:5:5:4 0/0',
  'zock variant=B,games=3 roll_off 0 - 123456789/123456789 - - - -',
  'schocken covered=last decide 0 1 7 2 0 4/5/0/4 345:1/1|14:2/-/34|?:2',
  'schocken - throw 2 2 0 - 13 0/0/0 -/-/-',
  'zocknroll board=pro decide 2 1 3 2356 ???/344:1/255/??? ...........3../1........1..11/...........1.1.',
  'zocknroll - cups - 0 0 - - ........./.........',
]

test.each(TEXTS)('%s survives drawing and writing', (text) => {
  const sketch = sketchOf(text)
  expect(sketch && positionOf(sketch)).toBe(text)
})

test('a text describes the table', () => {
  const zock = sketchOf(TEXTS[1]!)
  expect(zock?.game === 'zock' && [zock.view.open[0], zock.view.claims, zock.view.games, zock.view.chips[1]]).toEqual([
    [1, 2, 4, 6, 7, 8, 9],
    [{ dice: [3, 6], fields: [4, 7] }],
    [{ winner: 0, loss: 9 }],
    [6, 5, 5, 4],
  ])
  const schocken = sketchOf(TEXTS[3]!)
  expect(schocken?.game === 'schocken' && [schocken.view.hands[1], schocken.view.hands[3], schocken.view.lost]).toEqual([
    { kept: [1], thrown: [1, 4], throws: 2 },
    { kept: [3, 4], thrown: [0], throws: 2 },
    [2],
  ])
  const roll = sketchOf(TEXTS[5]!)
  expect(roll?.game === 'zocknroll' && [roll.view.cups[0], roll.view.dropped, roll.view.marks[0]![11]]).toEqual([
    [0, 0, 0],
    [0, 1, 0],
    3,
  ])
})

test.each(['', 'chess - e4', 'zock - cover 0', 'schocken - decide 0 1 7 2 0 4/5 345:1/-/-', 'zock - throw 0 36 abc - - - -'])(
  '%s cannot be drawn',
  (text) => expect(sketchOf(text)).toBeNull(),
)

test.each(TEXTS)('%s survives its address', (text) => {
  const address = new URL(analysisPath(text), 'http://table.test')
  expect(address.pathname).toBe(`/analysis/${text.split(' ')[0]}`)
  expect(positionIn(address.search)).toBe(text)
})
