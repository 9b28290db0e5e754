/** The beats of Zock'n'Roll: each with the state that a spectator knows in it. */

import type { ZocknrollShown } from '../../lib/messages'
import { FLY_MS, LAND_MS } from '../../parts/tumble'
import type { Beat, Step } from '../contract'
import { playedIn } from '../events'
import { liftingOrder } from './showdown'

type Shown = ZocknrollShown
type Beats = Beat<Shown>[]

const SHAKE_MS = 450
const DOWN_MS = 250
/** From the first lean of a cup to its dice lying open; many cups go up faster. */
const LIFT_MS = 800
const LIFTS_MS = 4000
const PEN_MS = 650
const NAME_MS = 150
const VERDICT_MS = 700
/** To read what a turn has brought, where no mark follows. */
const READ_MS = 1400
const STAY_MS = 200

/** Nothing is redacted without the state before the step: it is shown at once then. */
export function beats(step: Step, before: Shown | null, you: number | null): Beats {
  const [event, after] = [playedIn(step), step.game]
  if (!event || !before || after?.game !== 'zocknroll') return []
  switch (event.e) {
    case 'starter':
      return [{ kind: 'read', ms: READ_MS / 2, game: after }]
    case 'cups':
      return thrown(after)
    case 'white':
      return fallen(before, after, you)
    case 'lift':
      return told(before, after, event.seat)
    case 'drop':
      return dropped(before, after, event.seat)
    case 'mark':
      return [{ kind: 'mark', ...penned(before, after, event.seat), ms: PEN_MS, game: after, sounds: ['pen'] }]
    case 'stay':
      return [{ kind: 'read', ms: STAY_MS, game: after }]
    default:
      return []
  }
}

/** The seats that are still in the turn; between turns all of them. */
export function takesPart({ facts, view }: Shown): number[] {
  const turn = !['starter', 'cups', 'over'].includes(view.phase)
  return facts.inside.flatMap((inside, seat) => (inside || !turn ? [seat] : []))
}

/** All cups are shaken and turned over; nothing else is on the table. */
function thrown(after: Shown): Beats {
  const cups = Array.from({ length: after.facts.cups }, (_, cup) => cup)
  const empty: Shown = {
    ...after,
    view: { ...after.view, cups: [], white: [], dropped: [] },
    facts: { ...after.facts, hands: cups.map(() => []), lifted: cups.map(() => false) },
  }
  return [
    { kind: 'shake', cups, ms: SHAKE_MS, game: empty, sounds: ['rattle'] },
    { kind: 'down', cups, ms: DOWN_MS, game: after, sounds: ['cup'] },
  ]
}

/** White dice fly and lie; then hands have names, and after the fifth die the cups are lifted. */
function fallen(before: Shown, after: Shown, you: number | null): Beats {
  const old = before.view.white
  const air: Shown = withWhite(before, [...old, ...after.view.white.slice(old.length).map(() => 0)])
  const lying = withWhite(before, after.view.white)
  const throwing: Beats = [
    { kind: 'fly', cups: [], ms: FLY_MS, game: air },
    { kind: 'lie', cups: [], ms: LAND_MS, game: lying, sounds: ['dice'] },
  ]
  if (after.view.white.length < 5 || after.view.phase === 'lift') return [...throwing, { kind: 'name', ms: NAME_MS, game: after }]
  const marked = after.view.phase === 'mark'
  return [...throwing, ...lifting(lying, after, you), { kind: 'name', ms: marked ? VERDICT_MS : READ_MS, game: after }]
}

/** One cup after the other is lifted; the verdict is open until all are. The own hand has its name from the first on. */
function lifting(lying: Shown, after: Shown, you: number | null): Beats {
  const order = liftingOrder(lying)
  const ms = Math.min(LIFT_MS, LIFTS_MS / order.length)
  const hands = you === null ? lying.facts.hands : lying.facts.hands.with(you, after.facts.hands[you]!)
  let now: Shown = { ...lying, facts: { ...lying.facts, hands } }
  return order.map((cup) => {
    now = lifted(now, after, cup)
    return { kind: 'lift', cups: [cup], ms, game: now, sounds: ['cup'] }
  })
}

/** Real dice: a cup is lifted and its dice are told (R3); after the last one the verdict is open. */
function told(before: Shown, after: Shown, cup: number): Beats {
  const lift: Beat<Shown> = { kind: 'lift', cups: [cup], ms: LIFT_MS, game: lifted(before, after, cup), sounds: ['cup'] }
  return [lift, { kind: 'name', ms: after.view.phase === 'mark' ? VERDICT_MS : NAME_MS, game: after }]
}

/** The cup of the seat is lifted, unless it was before; then the pen marks its rows. */
function dropped(before: Shown, after: Shown, seat: number): Beats {
  const open = lifted(before, after, seat)
  const out: Shown = {
    ...open,
    pending: { kind: 'dice', seat, moves: [] },
    view: { ...open.view, dropped: before.view.dropped.with(seat, after.view.dropped[seat]!) },
    facts: { ...open.facts, inside: before.facts.inside.with(seat, false) },
  }
  const ends = !after.facts.inside.includes(true)
  const lift: Beats =
    before.view.phase === 'drop' ? [] : [{ kind: 'lift', cups: [seat], ms: LIFT_MS, game: out, sounds: ['cup'] }]
  return [...lift, { kind: 'mark', ...penned(before, after, seat), ms: ends ? READ_MS : PEN_MS, game: after, sounds: ['pen'] }]
}

/** The rows of a seat that have more marks than before. */
function penned(before: Shown, after: Shown, seat: number): { seat: number; rows: string[] } {
  const [old, now] = [before.view.marks[seat] ?? [], after.view.marks[seat] ?? []]
  return { seat, rows: after.facts.rows.filter((_, place) => (now[place] ?? 0) > (old[place] ?? 0)) }
}

const withWhite = (game: Shown, white: number[]): Shown => ({ ...game, view: { ...game.view, white } })

/** `game` with one more cup lifted, as it lies in `after`. */
function lifted(game: Shown, after: Shown, cup: number): Shown {
  const { view, facts } = game
  return {
    ...game,
    view: { ...view, cups: view.cups.with(cup, after.view.cups[cup]!) },
    facts: { ...facts, lifted: facts.lifted.with(cup, true), hands: facts.hands.with(cup, after.facts.hands[cup]!) },
  }
}
