/** Positions of Schocken as text. */

import type { Hand, SchockenState } from '../../../lib/messages'
import { joined, listed, NONE, readDice, readOptions, writeDice, writeOptions } from './words'

export function writeSchocken(view: SchockenState): string[] {
  return [
    writeOptions(view.options),
    view.phase,
    String(view.seat),
    String(view.beginner),
    String(view.rounds),
    joined(view.lost, ','),
    String(view.middle),
    view.stones.join('/'),
    view.hands.map(writeHand).join('/'),
  ]
}

function writeHand({ kept, thrown, throws }: Hand): string {
  if (!throws) return NONE
  return `${kept.length ? `${writeDice(kept)}|` : ''}${writeDice(thrown)}:${throws}`
}

/** What a text says, right or wrong. `limit` and `cups_up` follow from the dice and are left to the server. */
export function readSchocken(words: readonly string[]): SchockenState | null {
  const [options, phase, seat, beginner, rounds, lost, middle, stones, hands] = words
  if (words.length !== 9 || stones!.split('/').length !== hands!.split('/').length) return null
  return {
    options: readOptions(options!),
    phase: phase as SchockenState['phase'],
    seat: Number(seat) || 0,
    beginner: Number(beginner) || 0,
    rounds: Number(rounds) || 0,
    lost: listed(lost!, ',').map(Number),
    middle: Number(middle) || 0,
    stones: stones!.split('/').map((count) => Number(count) || 0),
    hands: hands!.split('/').map(readHand),
    limit: 3,
    cups_up: false,
  }
}

function readHand(text: string): Hand {
  if (text === NONE) return { kept: [], thrown: [], throws: 0 }
  const [dice = '', throws] = text.split(':')
  const [left = '', right] = dice.split('|')
  return {
    kept: right === undefined ? [] : readDice(left),
    thrown: readDice(right ?? left),
    throws: Number(throws) || 0,
  }
}
