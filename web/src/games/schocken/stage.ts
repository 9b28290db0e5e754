/**
 * The beats of Schocken. Every state here is made of the one before the step, and gets only what has become visible
 * since: dice that lie, cups that are up, throws that were named, stones that have slid.
 */

import type { SchockenShown, SchockenThrow, Step } from '../../lib/messages'
import { FLY_MS, LAND_MS } from '../../parts/tumble'
import type { Beat } from '../contract'
import { playedIn, wantedIn } from '../events'
import { slideMs, slideOf, type Slide } from './round'

/** How many throws the beginner of a round may take (S4). */
const MOST_THROWS = 3

const SHAKE_MS = 500
const NAME_MS = 300
const DOWN_MS = 450
const STAND_MS = 500
const LOT_MS = [400, 800] as const
/** From one cup to the next; many cups go up faster. */
const BETWEEN_CUPS_MS = 900
const ALL_CUPS_MS = 4500
/** The share of that time after which a lifted throw is named, and the rest for the last cup. */
const SEEN = 0.78
const LAST_NAME_MS = 400
const VERDICT_MS = 900
const READ_MS = 1500

type Shown = SchockenShown
type Beats = Beat<Shown>[]
type Hand = Shown['view']['hands'][number]

export function beats(step: Step, before: Shown | null): Beats {
  const after = step.game
  if (!before || after?.game !== 'schocken') return []
  const wanted = wantedIn(step)
  if (wanted?.e === 'throw' && 'keep' in wanted) return [shaking(before, wanted)]
  const event = playedIn(step)
  if (event?.e === 'throw' && 'keep' in event) return throwing(before, event, after)
  if (event?.e === 'stand') return standing(before, after)
  if (event?.e === 'lift') return told(before, after, event.seat)
  if (event?.e !== 'starter') return []
  return [
    { kind: 'read', ms: LOT_MS[0], game: before },
    { kind: 'read', ms: LOT_MS[1], game: after },
  ]
}

/** The seats that are not out of the half or final (S9). */
export const takesPart = ({ facts }: Shown): number[] => facts.out.flatMap((out, seat) => (out ? [] : [seat]))

/** Whether the dice of a seat are in its cup, or in the air: they are unknown, and no cup stands on them. */
export function inTheCup({ view, facts }: Shown, seat: number): boolean {
  const { thrown } = view.hands[seat]!
  return !facts.covered[seat] && thrown.length > 0 && thrown.every((value) => value === 0)
}

function shaking(before: Shown, event: SchockenThrow): Beat<Shown> {
  return { kind: 'shake', cups: [event.seat], ms: SHAKE_MS, game: inCup(before, event), sounds: ['rattle'] }
}

function standing(before: Shown, after: Shown): Beats {
  if (!endsRound(before, after)) return [{ kind: 'name', ms: STAND_MS, game: after }]
  return [{ kind: 'name', ms: NAME_MS, game: waiting(before) }, ...lifting(before, before, after)]
}

function throwing(before: Shown, event: SchockenThrow, after: Shown): Beats {
  const { seat } = event
  const cups = [seat]
  const shaken = inTheCup(before, seat) ? [] : [shaking(before, event)]
  const thrown = counted(inCup(before, event), seat)
  const covers = before.facts.covers_next && !before.view.cups_up
  const down = covers ? covered(thrown, seat) : thrown
  const lies = covers ? down : withHand(thrown, seat, after.view.hands[seat]!)
  const falls: Beats = covers
    ? [{ kind: 'down', cups, ms: DOWN_MS, game: down, sounds: ['cup'] }]
    : [
        { kind: 'fly', cups, ms: FLY_MS, game: thrown },
        { kind: 'lie', cups, ms: LAND_MS, game: lies, sounds: ['dice'] },
      ]
  if (!endsRound(before, after)) return [...shaken, ...falls, { kind: 'name', ms: NAME_MS, game: after }]
  const told = covers ? down : ranked(lies, seat, after)
  const named: Beats = covers ? [] : [{ kind: 'name', ms: 2 * NAME_MS, game: waiting(told) }]
  return [...shaken, ...falls, ...named, ...lifting(before, told, after)]
}

/** Real dice: a cup is lifted and its dice are told (R3); with the last one the round is over. */
function told(before: Shown, after: Shown, seat: number): Beats {
  if (endsRound(before, after)) return lifting(before, before, after)
  const up = open(before, seat, after)
  return [
    { kind: 'lift', cups: [seat], ms: BETWEEN_CUPS_MS, game: up, sounds: ['cup'] },
    { kind: 'name', ms: NAME_MS, game: after },
  ]
}

const endsRound = (before: Shown, after: Shown): boolean => after.view.rounds !== before.view.rounds

/** All cups go up, in the order of throwing; then best and lowest are named, and the stones slide. */
function lifting(before: Shown, closed: Shown, after: Shown): Beats {
  const lifted = after.facts.order.filter((seat) => closed.facts.covered[seat])
  const made: Beats = []
  let now: Shown = { ...waiting(closed), now: { key: lifted.length ? 'web-schocken-now-lift' : 'web-now-see' } }
  const between = Math.min(BETWEEN_CUPS_MS, ALL_CUPS_MS / lifted.length)
  for (const [place, seat] of lifted.entries()) {
    const last = place === lifted.length - 1
    now = open(now, seat, after)
    made.push({ kind: 'lift', cups: [seat], ms: SEEN * (last ? BETWEEN_CUPS_MS : between), game: now, sounds: ['cup'] })
    now = ranked(now, seat, after)
    made.push({ kind: 'name', ms: last ? LAST_NAME_MS : (1 - SEEN) * between, game: now })
  }
  const { ranks, standings, order } = after.facts
  const verdict: Shown = {
    ...now,
    now: { key: 'web-now-see' },
    view: { ...now.view, cups_up: true },
    facts: { ...now.facts, ranks, standings, order },
  }
  made.push({ kind: 'name', ms: VERDICT_MS, game: verdict })
  const slide = slideOf(before, after)
  if (slide) made.push({ kind: 'slide', ...slide, ms: slideMs(slide.stones), game: verdict, sounds: ['mat'] })
  const relaid = after.view.lost.length > before.view.lost.length
  if (slide && relaid) made.push({ kind: 'read', ms: VERDICT_MS, game: slid(verdict, slide) })
  made.push({ kind: 'read', ms: READ_MS, game: after })
  return made
}

/** Kept dice lie in front of the cup, the others are in it. The first throw of a round clears the table. */
function inCup(before: Shown, { seat, keep, dice }: SchockenThrow): Shown {
  const game = before.view.cups_up ? newRound(before, seat) : before
  const kept = [...keep].sort((one, other) => one - other)
  const { throws } = game.view.hands[seat]!
  const shown = withHand(game, seat, { kept, thrown: dice.map(() => 0), throws })
  return {
    ...shown,
    pending: { kind: 'dice', seat, moves: [] },
    now: { key: 'ui-now-throws', values: { name: game.names[seat]! } },
    facts: { ...shown.facts, ranks: shown.facts.ranks.with(seat, null) },
  }
}

function newRound(before: Shown, beginner: number): Shown {
  const { view, facts, stage } = before
  const round = view.rounds + 1
  const inHalf = takesPart(before)
  const first = inHalf.indexOf(beginner)
  return {
    ...before,
    stage: { ...stage, values: { ...stage.values, round } },
    view: {
      ...view,
      hands: view.hands.map(() => ({ kept: [], thrown: [], throws: 0 })),
      cups_up: false,
      beginner,
      limit: MOST_THROWS,
    },
    facts: {
      ...facts,
      round,
      order: [...inHalf.slice(first), ...inHalf.slice(0, first)],
      allowed: view.hands.map(() => MOST_THROWS),
      covered: view.hands.map(() => false),
      ranks: view.hands.map(() => null),
      standings: [],
    },
  }
}

/** Between two decisions: nothing can be chosen. */
const waiting = (game: Shown): Shown => ({ ...game, pending: { kind: 'dice', seat: null, moves: [] } })

function counted(game: Shown, seat: number): Shown {
  const hand = game.view.hands[seat]!
  return withHand(game, seat, { ...hand, throws: hand.throws + 1 })
}

const covered = (game: Shown, seat: number): Shown => ({
  ...game,
  facts: { ...game.facts, covered: game.facts.covered.with(seat, true) },
})

/** The cup of a seat is up: its dice can be seen, but are not named yet. */
function open(game: Shown, seat: number, after: Shown): Shown {
  const { facts } = game
  const shown = { ...game, facts: { ...facts, covered: facts.covered.with(seat, false) } }
  return withHand(shown, seat, after.view.hands[seat]!)
}

const ranked = (game: Shown, seat: number, after: Shown): Shown => ({
  ...game,
  facts: { ...game.facts, ranks: game.facts.ranks.with(seat, after.facts.ranks[seat] ?? null) },
})

/** The stones where they have slid to, before they are laid out for the next half. */
function slid(game: Shown, { from, to, stones }: Slide): Shown {
  const { view } = game
  const moved = view.stones.map((had, seat) => had + (seat === to ? stones : 0) - (seat === from ? stones : 0))
  return { ...game, view: { ...view, stones: moved, middle: from === 'middle' ? view.middle - stones : view.middle } }
}

const withHand = (game: Shown, seat: number, hand: Hand): Shown => ({
  ...game,
  view: { ...game.view, hands: game.view.hands.with(seat, hand) },
})
