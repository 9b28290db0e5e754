import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextOf, passed, pathOf, searchOf, today, wishIn } from '../../src/pages/training/puzzleLinks'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

describe('the day', () => {
  it('is that of the device', () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })
})

describe('the requested puzzle', () => {
  it('is read from the query string', () => {
    expect(wishIn('?day=2026-11-15', 'zock')).toEqual({ day: '2026-11-15' })
    expect(wishIn('?level=3&seed=7', 'zock')).toEqual({ level: 3, seed: 7 })
    expect(wishIn('?level=3', 'zock')).toEqual({ level: 3, seed: 0 })
    expect(wishIn('?level=9', 'zock')).toEqual({ day: today() })
    expect(wishIn(searchOf({ level: 2, seed: 5 }), 'zock')).toEqual({ level: 2, seed: 5 })
    const now = '2026-11-17'
    expect(pathOf('zock', { level: 2, seed: 5 }, 'de', now)).toBe('/training/zock/puzzle?level=2&seed=5&today=2026-11-17&lang=de')
    expect(pathOf('zock', { day: '2026-11-15' }, 'en', now)).toBe('/training/zock/daily?date=2026-11-15&today=2026-11-17&lang=en')
  })

  it('continues the progress of this device', () => {
    passed('zock', { level: 3, seed: 7 })
    passed('zock', { day: '2026-11-15' })
    expect(nextOf('zock', 3)).toEqual({ level: 3, seed: 8 })
    expect(nextOf('schocken', 3)).toEqual({ level: 3, seed: 0 })
  })

  it('starts again if the stored progress is malformed', () => {
    kept.set('knobel-training', 'not json')
    expect(nextOf('zock', 3)).toEqual({ level: 3, seed: 0 })
  })
})
