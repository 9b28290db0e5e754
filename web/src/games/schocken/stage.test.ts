import { describe, expect, test } from 'vitest'
import { played, stepOf } from '../../../tests/entries'
import { SCHOCKEN, type RecordedStep } from '../../../tests/recorded'
import type { SchockenEvent, SchockenShown, SchockenThrow } from '../../lib/messages'
import type { Beat } from '../contract'
import { playedIn, wantedIn } from '../events'
import { beats, inTheCup, takesPart } from './stage'

type Recorded = RecordedStep<SchockenShown>
type Scrambled = SchockenShown & { spoilt: true }

/** The steps of the recorded games with what the stage shows before them: dice that are wanted are in the cup. */
const STEPS = SCHOCKEN.flatMap((game) => {
  let shown: SchockenShown | null = null
  return game.map((recorded): Recorded => {
    const before = shown ?? recorded.before
    const made = beats(recorded.step, before)
    shown = (recorded.step.e.t === 'wanted' ? made.at(-1)?.game : null) ?? recorded.after
    return { ...recorded, before }
  })
})
const thrownIn = ({ step }: Recorded): SchockenThrow | null => {
  const event = playedIn(step)
  return event?.e === 'throw' && 'keep' in event ? event : null
}
const THROWS = STEPS.filter((recorded) => thrownIn(recorded))
const ROUND_ENDS = STEPS.filter(({ before, after }) => after.view.rounds > before.view.rounds)
const OPEN = THROWS.filter(({ before }) => !before.facts.covers_next)
const COVERED = THROWS.filter(({ before }) => before.facts.covers_next)
const kinds = (made: readonly Beat[]): string[] => made.map(({ kind }) => kind)
const played1 = ({ step, before }: Recorded): Beat<SchockenShown>[] => beats(step, before)

/** The step with other dice in the hands of these seats, and with all that follows from them. */
function scrambled({ step, after }: Recorded, seats: readonly number[]): Recorded['step'] {
  const event = structuredClone(playedIn(step)) as SchockenEvent
  if (event.e === 'throw' && seats.includes(event.seat)) event.dice = event.dice.map((value) => (value ? 7 - value : 0))
  const other: SchockenShown = structuredClone(after)
  for (const seat of seats) {
    other.view.hands[seat]!.thrown = other.view.hands[seat]!.thrown.map((value) => (value ? 7 - value : 0))
    other.facts.ranks[seat] = { name: 'rank-spoilt', stones: 99, height: 99, said: 'spoilt' }
  }
  other.facts.standings.reverse()
  other.facts.out = other.facts.out.map((out) => !out)
  other.facts.allowed = other.facts.allowed.map(() => 99)
  other.facts.loser = 99
  other.now = other.stage = { key: 'spoilt' }
  other.pending = { kind: 'decision', seat: 99, moves: [{ e: 'stand', seat: 99 }] }
  other.view = { ...other.view, stones: other.view.stones.map(() => 99), middle: 99, lost: [99], seat: 99, limit: 99 }
  return { ...step, e: played(event), game: { ...other, spoilt: true } as Scrambled }
}

test('the recorded games have throws, covered ones, and ends of rounds with several cups', () => {
  expect(OPEN.length).toBeGreaterThan(20)
  expect(COVERED.length).toBeGreaterThan(3)
  expect(ROUND_ENDS.some((end) => kinds(played1(end)).filter((kind) => kind === 'lift').length > 1)).toBe(true)
})

test('no state before the dice lie depends on them', () => {
  for (const recorded of OPEN) {
    const { seat } = thrownIn(recorded)!
    const made = played1(recorded)
    const lie = kinds(made).indexOf('lie')
    const other = beats(scrambled(recorded, [seat]), recorded.before)
    expect(lie).toBeGreaterThan(0)
    expect(other.slice(0, lie)).toEqual(made.slice(0, lie))
    for (const { game } of made.slice(0, lie)) {
      expect(game.view.hands[seat]!.thrown.every((value) => value === 0)).toBe(true)
      expect([game.facts.ranks[seat], game.pending.moves, JSON.stringify(game).includes('spoilt')]).toEqual([null, [], false])
    }
    expect(made[lie]!.game.view.hands[seat]).toEqual(recorded.after.view.hands[seat])
    expect(made[lie]!.game.facts.ranks[seat]).toBeNull()
  }
})

test('a throw is shaken, flies, lies and is named, in this order, and is shaken once', () => {
  for (const recorded of OPEN) {
    const whole = kinds(played1(recorded))
    expect(whole.slice(0, 3)).toEqual(['fly', 'lie', 'name'])
    const fresh = { ...recorded.before, view: recorded.after.view } // as a replay has it: nothing is in the cup
    expect(kinds(beats(recorded.step, fresh))[0]).toBe('shake')
  }
})

test('a wanted throw shakes the cup, with the kept dice in front of it', () => {
  for (const { step, before } of STEPS) {
    const wanted = wantedIn(step)
    if (wanted?.e !== 'throw' || !('keep' in wanted)) continue
    const [shake, ...rest] = beats(step, before)
    expect([shake?.kind, shake?.sounds, rest]).toEqual(['shake', ['rattle'], []])
    expect(shake!.game.view.hands[wanted.seat]!.kept).toEqual([...wanted.keep].sort())
    expect(inTheCup(shake!.game, wanted.seat)).toBe(true)
    expect(shake!.game.view.cups_up).toBe(false)
  }
})

test('a covered throw stays unknown under the cup, and nothing flies', () => {
  for (const recorded of COVERED) {
    const { seat } = thrownIn(recorded)!
    const made = played1(recorded)
    expect(kinds(made)[0]).toBe('down')
    expect(made[0]!.game.facts.covered[seat]).toBe(true)
    expect(made[0]!.game.view.hands[seat]!.thrown.some((value) => value > 0)).toBe(false)
  }
})

describe('the end of a round', () => {
  const lifted = (made: Beat[]) => made.flatMap((beat) => (beat.kind === 'lift' ? beat.cups : []))

  test('cups go up in the order of throwing, and each is named after it is up', () => {
    for (const end of ROUND_ENDS) {
      const made = played1(end)
      const down = end.after.facts.order.filter((seat) => end.before.facts.covered[seat] || closes(end) === seat)
      expect(lifted(made)).toEqual(down)
      for (const [place, beat] of made.entries()) {
        if (beat.kind !== 'lift') continue
        const [seat] = beat.cups as [number]
        expect(beat.game.facts.ranks[seat]).toBeNull()
        expect(made[place + 1]!.game.facts.ranks[seat]).toEqual(end.after.facts.ranks[seat])
        expect(beat.game.facts.covered.flatMap((covered, other) => (covered ? [other] : []))).toEqual(
          down.slice(down.indexOf(seat) + 1).sort(),
        )
      }
    }
  })

  test('no state before a cup is up depends on its dice', () => {
    for (const end of ROUND_ENDS) {
      const made = played1(end)
      for (const [place, beat] of made.entries()) {
        if (beat.kind !== 'lift') continue
        const other = beats(scrambled(end, beat.cups), end.before)
        expect(other.slice(0, place)).toEqual(made.slice(0, place))
      }
    }
  })

  test('best and lowest are named when all cups are up, then stones slide, and lie where they were until then', () => {
    for (const end of ROUND_ENDS) {
      const made = played1(end)
      const named = made.findIndex(({ game }) => game.facts.standings.length > 0 && game.view.cups_up)
      const slide = kinds(made).indexOf('slide')
      expect(named).toBeGreaterThan(kinds(made).lastIndexOf('lift'))
      expect(slide).toBe(named + 1)
      expect(kinds(made).at(-1)).toBe('read')
      for (const { game } of made.slice(0, slide + 1)) {
        const { stones, middle, lost } = game.view
        expect({ stones, middle, lost }).toEqual({
          stones: end.before.view.stones,
          middle: end.before.view.middle,
          lost: end.before.view.lost,
        })
        expect(game.result).toBeNull()
      }
    }
  })

  test('where a half is lost, all stones lie with its loser before they are laid out anew', () => {
    const lost = ROUND_ENDS.filter(({ before, after }) => after.view.lost.length > before.view.lost.length)
    expect(lost.length).toBeGreaterThan(0)
    for (const end of lost) {
      const last = played1(end).at(-2)!
      const all = end.before.view.middle + end.before.view.stones.reduce((sum, stones) => sum + stones, 0)
      expect(last.game.view.middle + last.game.view.stones.reduce((sum, stones) => sum + stones, 0)).toBe(all)
      expect(last.game.view.stones).not.toEqual(end.before.view.stones)
    }
  })

  test('each cup sounds as it goes up, and the mats as they begin to slide', () => {
    for (const end of ROUND_ENDS) {
      for (const { kind, sounds } of played1(end)) {
        if (kind === 'lift') expect(sounds).toEqual(['cup'])
        if (kind === 'slide') expect(sounds).toEqual(['mat'])
      }
    }
  })

  test('two dozen cups do not take for ever', () => {
    const [end] = ROUND_ENDS
    const seats = [...Array(24).keys()]
    const many = (game: SchockenShown): SchockenShown => ({
      ...game,
      view: { ...game.view, hands: seats.map(() => end!.after.view.hands[0]!), stones: seats.map(() => 0) },
      facts: { ...game.facts, order: seats, covered: seats.map(() => game === end!.before), ranks: seats.map(() => null) },
    })
    const made = beats(stepOf(played({ e: 'stand', seat: 23 }), many(end!.after)), many(end!.before))
    expect(lifted(made)).toEqual(seats)
    expect(made.reduce((sum, beat) => sum + (beat.kind === 'lift' ? beat.ms : 0), 0)).toBeLessThan(6000)
  })
})

/** The seat whose throw ends a round under its cup. */
function closes(end: Recorded): number | null {
  const event = thrownIn(end)
  return event && end.before.facts.covers_next ? event.seat : null
}

test('a new round clears the table before its first throw', () => {
  const first = THROWS.filter(({ step }) => playedIn(step)).filter(
    (recorded) => recorded.after.view.hands.filter(({ throws }) => throws).length === 1,
  )
  expect(first.length).toBeGreaterThan(2)
  for (const recorded of first) {
    const { view, facts, stage } = played1(recorded)[0]!.game
    const { seat } = thrownIn(recorded)!
    expect(view.hands.filter((_, other) => other !== seat).every(({ thrown }) => thrown.length === 0)).toBe(true)
    expect([facts.order, facts.out, facts.allowed, facts.round, stage]).toEqual([
      recorded.after.facts.order,
      recorded.after.facts.out,
      recorded.after.facts.allowed,
      recorded.after.facts.round,
      recorded.after.stage,
    ])
  }
})

test('entries that are no moves of the game, and those of a viewer who has just arrived, have no beats', () => {
  const [{ step, before }] = STEPS as [Recorded]
  expect(beats({ v: 1, at: 0, e: { t: 'emoted', seat: 0, emote: 'hello' } }, before)).toEqual([])
  expect(beats(step, null)).toEqual([])
})

test('those who are out of the half take no part', () => {
  const out = STEPS.find(({ after }) => after.facts.out.includes(true))!
  expect(takesPart(out.after)).toEqual(out.after.facts.out.flatMap((gone, seat) => (gone ? [] : [seat])))
  expect(takesPart(out.after).length).toBeLessThan(out.after.names.length)
})

test('real dice: a cup that is told goes up alone, and the last one ends the round', () => {
  const end = ROUND_ENDS.find((recorded) => kinds(played1(recorded)).filter((kind) => kind === 'lift').length > 1)!
  const [first, second] = end.after.facts.order.filter((seat) => end.after.view.hands[seat]!.throws === 3)
  const under = (seats: readonly number[], rounds: number): SchockenShown => {
    const game = structuredClone(end.after)
    game.view = { ...game.view, rounds, phase: 'lift', cups_up: false }
    for (const seat of seats) game.view.hands[seat]!.thrown = game.view.hands[seat]!.thrown.map(() => 0)
    game.facts.covered = game.facts.covered.map((_, seat) => seats.includes(seat))
    game.facts.ranks = game.facts.ranks.map((rank, seat) => (seats.includes(seat) ? null : rank))
    game.facts.standings = []
    return game
  }
  const lift = (seat: number): SchockenEvent => ({ e: 'lift', seat, dice: end.after.view.hands[seat]!.thrown })
  const [both, last] = [under([first!, second!], end.before.view.rounds), under([second!], end.before.view.rounds)]
  expect(kinds(beats(stepOf(played(lift(first!)), last), both))).toEqual(['lift', 'name'])
  const verdict = beats(stepOf(played(lift(second!)), end.after), last)
  expect(kinds(verdict).slice(0, 3)).toEqual(['lift', 'name', 'name'])
  expect(verdict[0]!.game.facts.standings).toEqual([])
  expect(verdict.at(-1)!.game).toBe(end.after)
})
