import { beforeEach, expect, test } from 'vitest'
import english from '../../../../src/knobel/words/en.ftl'
import evening from '../../../../src/knobel/words/en.ftl?evening'
import type { Club, Evening, Standing } from '../../lib/messages'
import { useWords } from '../../lib/words.svelte'
import { eveningPicture, seasonPicture } from './pictures'

beforeEach(() => useWords('en', english, evening))

const line = (name: string | null, wins: number, losses: number): Standing => ({
  ...{ member: 1, name, games: 3, wins, losses, draws: 0, halves: 0, finals: 0, won: 0, noted: 0 },
  ...{ streak: 0, longest: 0, longest_lost: 0, mu: 25, sigma: 8, rating: 1 },
})
const CLUB = { name: 'Our round', seasons: [{ season: 1, name: '2026', begins: 0, ends: null }] } as unknown as Club
const at = new Date(2026, 10, 16, 20).getTime()

test('the picture of an evening names its winner and marks the first row', () => {
  const lines = [line('Ada', 1, 2), line('Ben', 2, 1)]
  const picture = eveningPicture(CLUB, { evening: at, games: [{}, {}, {}], lines } as unknown as Evening)
  expect(picture.headline).toBe('Ben wins the evening')
  expect(picture.why).toBe('3 games, 2 members')
  expect(picture.rows.map(({ name, points, mark }) => [name, points, mark])).toEqual([
    ['Ben', '2', 'won'],
    ['Ada', '1', null],
  ])
  expect(picture.date).toContain('2026')
})

test('a shared lead, deleted names and many members', () => {
  const lines = [line('Ada', 2, 0), line(null, 2, 0), ...Array.from({ length: 20 }, () => line('Ben', 0, 1))]
  const picture = seasonPicture(CLUB, 1, { season: 1, game: 'zock', games: 22, lines, records: [] })
  expect(picture.headline).toBe('Tied for first: Ada and Former member')
  expect(picture.rows).toHaveLength(16)
  expect(picture.date).toMatch(/^2026 · ZOCK/)
})
