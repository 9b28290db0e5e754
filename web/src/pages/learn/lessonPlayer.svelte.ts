/** The state of a lesson: page, animation, and the learner's move. */

import type { AnyGame } from '../../games/contract'
import type { Choices, GameEvent, Lesson, LessonStep, Phrase, ReplayStep, Step } from '../../lib/messages'
import { sameJson } from '../../fair/json'
import { stepOf } from '../common/tableOfReplay'

/** The duration of an event; 0 to skip it. */
export type Lasts = (step: Step, before: AnyGame) => number

export class LessonPlayer {
  /** The page of the lesson that is open. */
  page = $state(0)
  game: AnyGame = $state.raw()!
  /** The event that is being shown. */
  step: Step | null = $state.raw(null)
  /** Whether everything on this page has happened, so that it can be read and answered. */
  settled = $state(true)
  /** The hint after another move than the expected one. */
  hint: Phrase | null = $state.raw(null)

  #queue: ReplayStep[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #shown = 0

  constructor(
    readonly lesson: Lesson,
    private readonly lasts: Lasts,
  ) {
    this.game = lesson.start
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
    this.#stop()
    this.page -= 1
    this.hint = null
    this.game = lastGame(this.lesson, this.page)
  }

  /** Shows the rest of the page at once. */
  hurry(): void {
    this.#stop()
    this.game = lastGame(this.lesson, this.page)
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

  #stop(): void {
    clearTimeout(this.#timer)
    this.#queue = []
    this.step = null
    this.settled = true
  }

  #showNext(): void {
    const happens = this.#queue.shift()
    if (!happens) return this.#stop()
    this.#shown += 1
    const before = this.game
    this.step = stepOf(happens, this.#shown)
    this.game = happens.game
    const duration = this.lasts(this.step, before)
    if (duration > 0) this.#timer = setTimeout(() => this.#showNext(), duration)
    else this.#showNext()
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
