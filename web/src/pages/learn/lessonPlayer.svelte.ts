/** The state of a lesson: page, animation, and the learner's move. */

import type { AnyGame, Beat, BeatShown } from '../../games/contract'
import type { Choices, GameEvent, Lesson, LessonStep, Phrase, ReplayStep, Step } from '../../lib/messages'
import { Stage } from '../../lib/stage.svelte'
import { sameJson } from '../../fair/json'
import { stepOf } from '../common/tableOfReplay'

/** The beats of an event. */
export type Beats = (step: Step, before: AnyGame) => Beat[]

/** The least duration of an event, in milliseconds. */
const LEAST = 700

export class LessonPlayer {
  /** The page of the lesson that is open. */
  page = $state(0)
  /** Whether everything on this page has happened, so that it can be read and answered. */
  settled = $state(true)
  /** The hint after another move than the expected one. */
  hint: Phrase | null = $state.raw(null)

  #stage = new Stage()
  #queue: ReplayStep[] = []
  #shown = 0

  constructor(
    readonly lesson: Lesson,
    private readonly beats: Beats,
  ) {
    this.#stage.set(lesson.start)
  }

  get game(): AnyGame {
    return this.#stage.game ?? this.lesson.start
  }

  /** The movement that is shown; null at rest. */
  get beat(): BeatShown | null {
    return this.#stage.beat
  }

  get scene(): LessonStep {
    return this.lesson.steps[this.page]!
  }

  get last(): boolean {
    return this.page === this.lesson.steps.length - 1
  }

  /** Whether the learner has to do something on the table to go on. */
  get asks(): boolean {
    return this.scene.does !== null
  }

  get choices(): Choices | null {
    return this.scene.choices.length ? { v: this.#shown, choices: this.scene.choices, free: null } : null
  }

  next(): void {
    if (this.last) return
    this.hurry()
    this.page += 1
    this.hint = null
    this.settled = false
    this.#queue = [...this.scene.happens]
    this.#showNext()
  }

  back(): void {
    if (this.page === 0) return
    this.page -= 1
    this.hint = null
    this.hurry()
  }

  /** Shows the rest of the page at once. */
  hurry(): void {
    this.#queue = []
    this.#stage.set(lastGame(this.lesson, this.page))
    this.settled = true
  }

  /** Ends the running event at once. */
  skip(): void {
    this.#stage.skip()
  }

  /** The learner decides. */
  act(move: GameEvent): void {
    if (!this.settled || !this.asks) return
    if (sameMove(move, this.scene.does)) this.next()
    else this.hint = this.scene.otherwise
  }

  throwDice(): void {
    if (this.settled && this.asks && this.game.pending.kind === 'throw') this.next()
  }

  #showNext(): void {
    const happens = this.#queue.shift()
    if (!happens) {
      this.settled = true
      return
    }
    this.#shown += 1
    const step = stepOf(happens, this.#shown)
    const beats = this.beats(step, this.game)
    const lasts = beats.reduce((sum, { ms }) => sum + ms, 0)
    const rest: Beat[] = lasts < LEAST ? [{ kind: 'read', ms: LEAST - lasts, game: happens.game }] : []
    this.#stage.play(this.#shown, [...beats, ...rest], happens.game, { told: () => {}, done: () => this.#showNext() })
  }
}

/** How the table stands at the end of a page. */
export function lastGame(lesson: Lesson, page: number): AnyGame {
  const happened = lesson.steps.slice(0, page + 1).flatMap((step) => step.happens)
  return happened.at(-1)?.game ?? lesson.start
}

/** Whether two moves are the same, whatever the order of their fields. */
export function sameMove(one: GameEvent, other: GameEvent | null): boolean {
  return other !== null && sameJson(one, other)
}
