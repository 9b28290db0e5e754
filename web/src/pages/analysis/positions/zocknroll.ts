/** Positions of Zock'n'Roll as text. */

import type { ZocknrollState } from '../../../lib/messages'
import { joined, listed, NONE, readDice, readOptions, writeDice, writeOptions } from './words'

export function writeZocknroll(view: ZocknrollState): string[] {
  return [
    writeOptions(view.options),
    view.phase,
    String(view.queue[0] ?? NONE),
    String(view.starter),
    String(view.turns),
    writeDice(view.white),
    joined(
      view.cups.map((dice, cup) => writeDice(dice) + (view.dropped[cup] ? `:${view.dropped[cup]}` : '')),
      '/',
    ),
    view.marks.map((sheet) => sheet.map((marks) => marks || '.').join('')).join('/'),
  ]
}

/** What a text says, right or wrong. Of the queue only its head is written: who follows is left to the server. */
export function readZocknroll(words: readonly string[]): ZocknrollState | null {
  const [options, phase, seat, starter, turns, white, cups, marks] = words
  if (words.length !== 8) return null
  const sheets = marks!.split('/')
  const cupWords = listed(cups!, '/').map((cup) => cup.split(':'))
  return {
    options: readOptions(options!),
    phase: phase as ZocknrollState['phase'],
    queue: seat === NONE ? [] : [Number(seat) || 0],
    starter: Number(starter) || 0,
    turns: Number(turns) || 0,
    white: readDice(white!),
    cups: cupWords.map(([dice = NONE]) => readDice(dice)),
    dropped: cupWords.slice(0, sheets.length).map(([, round]) => Number(round) || 0),
    marks: sheets.map((sheet) => [...sheet].map((count) => Number(count) || 0)),
  }
}
