/** Chapters of a replay: the first step of each turn, game or round. */

import type { GameEvent, Replay } from '../../lib/messages'

export interface Chapter {
  /** How many steps have been shown there. */
  at: number
  number: number
}

/** The chapters of a replay, in order; numbered from 1. */
export function chaptersOf(replay: Pick<Replay, 'game' | 'start' | 'steps'>): Chapter[] {
  const chapters: Chapter[] = []
  replay.steps.forEach((step, index) => {
    const before = index ? replay.steps[index - 1] : null
    if (begins(replay.game, step.e.event, before?.e.event ?? null, before?.game ?? replay.start)) {
      chapters.push({ at: index + 1, number: chapters.length + 1 })
    }
  })
  return chapters
}

function begins(game: string, event: GameEvent, last: GameEvent | null, before: Replay['start']): boolean {
  if (game === 'zocknroll') return event.e === 'cups'
  if (game === 'zock') return event.e === 'roll_off' && last?.e !== 'roll_off' // an equal roll-off is thrown again
  return event.e === 'throw' && before.game === 'schocken' && before.view.cups_up
}

/** The chapter of a position; null before the first one. */
export function chapterAt(chapters: readonly Chapter[], position: number): Chapter | null {
  return chapters.findLast((chapter) => chapter.at <= position) ?? null
}

/** Where "previous" leads: first to the beginning of the own chapter, as in a music player. */
export const chapterBefore = (chapters: readonly Chapter[], position: number): number =>
  chapters.findLast((chapter) => chapter.at < position)?.at ?? 0

/** Where "next" leads. */
export const chapterAfter = (chapters: readonly Chapter[], position: number, end: number): number =>
  chapters.find((chapter) => chapter.at > position)?.at ?? end
