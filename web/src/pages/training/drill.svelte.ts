/** A puzzle: posed, answered once, and explained. */

import { retryWhileThinking } from '../../coach/retry'
import { Failure, get, post } from '../../lib/api'
import type { GameEvent, PuzzleAnswer, PuzzleAnswered, PuzzleShown } from '../../lib/messages'
import { spoken } from '../../lib/words.svelte'
import type { GameName } from '../common/games'
import { asFailure } from '../common/resource.svelte'
import { passed, pathOf, today, type Wish } from './puzzleLinks'

export class Drill {
  wish: Wish | null = $state.raw(null)
  puzzle: PuzzleShown | null = $state.raw(null)
  answered: PuzzleAnswered | null = $state.raw(null)
  trouble: Failure | null = $state.raw(null)
  busy = $state(false)
  #posed = 0

  constructor(readonly game: GameName) {}

  /** Loads a puzzle; responses to earlier requests are dropped. */
  async pose(wish: Wish): Promise<void> {
    const posed = ++this.#posed
    this.wish = wish
    this.puzzle = this.answered = this.trouble = null
    try {
      const ask = (): Promise<PuzzleShown> => get<PuzzleShown>(pathOf(this.game, wish, spoken()))
      const puzzle = await retryWhileThinking(ask, () => posed === this.#posed)
      if (posed !== this.#posed) return
      this.puzzle = puzzle
      this.answered = puzzle.answered
    } catch (failure) {
      if (posed === this.#posed) this.trouble = asFailure(failure)
    }
  }

  /** Tries again after a failure. */
  async again(): Promise<void> {
    if (this.wish && !this.puzzle) await this.pose(this.wish)
    else this.trouble = null
  }

  /** Sends the answer; only the first one counts. */
  async answer(move: GameEvent): Promise<void> {
    const { puzzle, wish } = this
    if (!puzzle || !wish || this.answered || this.busy) return
    this.busy = true
    this.trouble = null
    try {
      const body: PuzzleAnswer = { puzzle: puzzle.puzzle, move, date: today() }
      const answered = await post<PuzzleAnswered>('/training/answers', body)
      if (this.puzzle !== puzzle) return
      this.answered = answered
      passed(this.game, wish)
    } catch (failure) {
      if (this.puzzle === puzzle) this.trouble = asFailure(failure)
    } finally {
      this.busy = false
    }
  }
}
